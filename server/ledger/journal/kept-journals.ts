import { mkdirSync, readdirSync, renameSync, rmSync, statSync, utimesSync } from "node:fs";
import { basename, dirname, join } from "node:path";

// Journal files whose requests are in the database. They are kept until no snapshot of the embedded database is older,
// so that the requests after a snapshot can be restored with it.

/** Removes a journal file whose requests are in the database, for gateways without snapshots. */
export function removeJournal(file: string): void {
  rmSync(file, { force: true });
}

/** Keeps a journal file for restored snapshots. */
export function keepJournal(file: string): void {
  const folder = join(dirname(file), "kept");
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const kept = join(folder, basename(file));
  renameSync(file, kept);
  const now = new Date();
  utimesSync(kept, now, now);
}

/** Puts the kept files back, so that the next recovery writes their requests, each once, to a restored database. */
export function replayKeptJournals(journalFolder: string): void {
  for (const { path, name } of keptJournals(journalFolder)) renameSync(path, join(journalFolder, name));
}

/** Returns the size of the kept files in bytes. */
export function bytesOfKeptJournals(journalFolder: string): number {
  return keptJournals(journalFolder).reduce((sum, { bytes }) => sum + bytes, 0);
}

/** Removes the files that were kept before `beforeMs` (Unix ms). */
export function dropKeptJournals(journalFolder: string, beforeMs: number): void {
  for (const { path, keptAt } of keptJournals(journalFolder)) if (keptAt < beforeMs) rmSync(path, { force: true });
}

function keptJournals(journalFolder: string): { path: string; name: string; keptAt: number; bytes: number }[] {
  const folder = join(journalFolder, "kept");
  if (!statSync(folder, { throwIfNoEntry: false })) return [];
  return readdirSync(folder).map((name) => {
    const path = join(folder, name);
    const { mtimeMs, size } = statSync(path);
    return { path, name, keptAt: mtimeMs, bytes: size };
  });
}
