import type { Database } from "#server/data/database.ts";
import { deleteFileRow, hideFile } from "#server/data/files.ts";
import { forgetOldPrompts, listOldVideos, markVideosRemoved } from "#server/data/video-jobs.ts";
import { dropOldDeliveries } from "#server/data/webhooks.ts";
import type { Log } from "#server/log.ts";
import type { Storage } from "#server/storage/storage.ts";
import { type Job, runEvery } from "../run-every.ts";

export type PruneParts = {
  database: Database;
  storage: Storage;
  days: number;
  promptDays: number;
  log: Log;
  now(): number;
};

const DAY_MS = 86_400_000;
const AT_ONCE = 500;

/** Starts the job that removes old videos and webhook deliveries. */
export function startVideoPruning(parts: PruneParts): Job {
  return runEvery(DAY_MS / 24, "remove old videos", () => pruneVideos(parts), parts.log);
}

/**
 * Removes the videos and deliveries of jobs that ended more than `days` ago, and prompts past their retention; what a
 * job was and cost remains. Anything a crash leaves half removed is found by the next run, or by the one that removes
 * hidden files.
 */
export async function pruneVideos({ database, storage, days, promptDays, log, now }: PruneParts): Promise<void> {
  const before = new Date(now() - days * DAY_MS);
  const { queries, pool } = database;
  let removed = 0;
  for (let jobs = await listOldVideos(queries, before, AT_ONCE); jobs.length > 0; ) {
    for (const { id, workspaceId, fileIds } of jobs) {
      const hidden = [];
      for (const fileId of fileIds) if (await hideFile(queries, workspaceId, fileId)) hidden.push(fileId);
      await markVideosRemoved(queries, id);
      for (const fileId of hidden) {
        await storage.remove(fileId);
        await deleteFileRow(queries, fileId);
      }
      removed += hidden.length;
    }
    jobs = jobs.length < AT_ONCE ? [] : await listOldVideos(queries, before, AT_ONCE);
  }
  await forgetOldPrompts(queries, new Date(now() - promptDays * DAY_MS));
  const deliveries = await dropOldDeliveries(pool, before);
  if (removed + deliveries > 0) log.info({ videos: removed, deliveries }, "removed old videos");
}
