import type { Database } from "#server/data/database.ts";
import { deleteFileRow, listLeftoverFiles } from "#server/data/files.ts";
import type { Log } from "#server/log.ts";
import { clearSpool } from "#server/storage/spool.ts";
import type { Storage } from "#server/storage/storage.ts";
import { type Job, runEvery } from "./run-every.ts";

export type FileJobParts = { database: Database; storage: Storage; spoolFolder: string; log: Log; now(): number };

/** An upload or removal older than this was interrupted; none takes nearly as long. */
const INTERRUPTED_AFTER_MS = 3_600_000;
const AT_ONCE = 1_000;

/**
 * Starts the job that removes files of interrupted uploads and removals, and files of deleted workspaces. Returns a
 * function that stops it.
 */
export function startFileJobs(parts: FileJobParts): Job {
  return runEvery(INTERRUPTED_AFTER_MS / 4, "remove leftover files", () => removeLeftoverFiles(parts), parts.log, true);
}

/** Removes the leftover files. It does no harm if several processes remove the same file. */
export async function removeLeftoverFiles({ database, storage, spoolFolder, now }: FileJobParts): Promise<void> {
  const before = now() - INTERRUPTED_AFTER_MS;
  await clearSpool(spoolFolder, before);
  let ids: string[];
  // One upload in pieces may leave hundreds of files.
  do {
    ids = await listLeftoverFiles(database.queries, new Date(before), AT_ONCE);
    for (const id of ids) {
      await storage.remove(id);
      await deleteFileRow(database.queries, id);
    }
  } while (ids.length === AT_ONCE);
}
