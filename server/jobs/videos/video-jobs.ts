import { claimVideoJobs, keepVideoJobs, leaveVideoJob, type VideoJobRow } from "#server/data/video-jobs.ts";
import type { Gateway } from "#server/gateway.ts";
import { every, type Job } from "../every.ts";
import { type KeepVideo, lookAfter } from "./look-after.ts";

/** Jobs that one process looks after at once. */
const AT_ONCE = 8;
/** Well within the time after which a silent process is taken for dead. */
const KEEP_MS = 10_000;
/** The least and the most time between two searches for jobs that are due. */
const SEARCH_MS = { least: 50, most: 1_000 };

/**
 * Starts what looks after video jobs. Each is held by one process at a time, by a lease in the database; those of a
 * process that has died are taken over. Answers what stops it all.
 */
export function startVideoJobs(open: Gateway, keep: KeepVideo): (Job | (() => Promise<void>))[] {
  const running = new Map<string, Promise<void>>();
  const stopping = new AbortController();
  const { queries, pool } = open.database;
  const look = async (job: VideoJobRow) => {
    try {
      await lookAfter(open, keep, job, stopping.signal);
    } catch (error) {
      open.log.error({ error, job: job.id }, "a video job could not be looked after");
      const held = { id: job.id, processId: open.processId };
      await leaveVideoJob(queries, held, KEEP_MS).catch(() => undefined);
    }
  };
  const search = async () => {
    const room = AT_ONCE - running.size;
    if (room <= 0 || stopping.signal.aborted) return;
    for (const job of await claimVideoJobs({ pool, queries }, open.processId, room)) {
      running.set(
        job.id,
        look(job).finally(() => running.delete(job.id)),
      );
    }
  };
  const searchMs = Math.min(SEARCH_MS.most, Math.max(SEARCH_MS.least, open.environment.VIDEO_POLL_MS / 2));
  return [
    every(searchMs, "look after videos", search, open.log),
    every(KEEP_MS, "keep videos held", () => keepVideoJobs(queries, open.processId), open.log),
    async () => {
      stopping.abort();
      await Promise.all(running.values());
    },
  ];
}
