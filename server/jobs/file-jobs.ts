import { deleteContentRow, listExpiredContents } from "#server/data/cached-contents.ts";
import type { Database, Queries } from "#server/data/database.ts";
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
 * Starts the job that removes files of interrupted uploads and removals, files of deleted workspaces, and cached
 * contents that have expired. Returns a function that stops it.
 */
export function startFileJobs(parts: FileJobParts): Job {
  return runEvery(INTERRUPTED_AFTER_MS / 4, "remove leftover files", () => removeLeftoverFiles(parts), parts.log, true);
}

/** Removes the leftover files. It is safe if several processes remove the same file. */
export async function removeLeftoverFiles(parts: FileJobParts): Promise<void> {
  const { database, spoolFolder, now } = parts;
  const interruptedBefore = new Date(now() - INTERRUPTED_AFTER_MS);
  await clearSpool(spoolFolder, interruptedBefore.getTime());
  const { queries } = database;
  await removeAll(parts, () => listLeftoverFiles(queries, interruptedBefore, AT_ONCE), deleteFileRow);
  const past = { now: new Date(now()), interruptedBefore };
  await removeAll(parts, () => listExpiredContents(queries, past, AT_ONCE), deleteContentRow);
}

/** Removes what `list` returns until it returns less than it can: one upload in pieces may leave hundreds of files. */
async function removeAll(
  { database, storage }: FileJobParts,
  list: () => Promise<string[]>,
  deleteRow: (queries: Queries, id: string) => Promise<void>,
): Promise<void> {
  let ids: string[];
  do {
    ids = await list();
    for (const id of ids) {
      await storage.remove(id);
      await deleteRow(database.queries, id);
    }
  } while (ids.length === AT_ONCE);
}
