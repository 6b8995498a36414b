import { findBackups } from "./backup-files.ts";

/** Prints the backups and snapshots in a data folder, newest first. */
export async function listBackups(dataFolder: string, say: (line: string) => void): Promise<void> {
  const found = findBackups(dataFolder);
  if (found.length === 0) say(`There is no backup or snapshot in ${dataFolder}.`);
  for (const { file, kind, at, bytes } of found)
    say(`${new Date(at).toISOString()}  ${kind.padEnd(8)}  ${(bytes / 1e6).toFixed(1).padStart(8)} MB  ${file}`);
}
