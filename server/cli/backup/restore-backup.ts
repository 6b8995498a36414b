import { existsSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { makeDataFolder } from "#server/data/data-folder.ts";
import { unpackArchive } from "#server/data/embedded/archive.ts";
import { lockFolder } from "#server/data/embedded/folder-lock.ts";
import { setDatabaseAside } from "#server/data/embedded/restore.ts";
import { findPrimary } from "#server/data/migrate-server.ts";
import { isEmptyDatabase } from "#server/data/record-counts.ts";
import type { Environment } from "#server/env.ts";
import { replayKeptJournals } from "#server/ledger/journal/kept-journals.ts";
import { chooseBackup } from "./backup-files.ts";
import { restorePostgres } from "./postgres-tools.ts";

/**
 * Restores a backup. The previous database and files are kept next to the restored ones. Throws, and changes nothing,
 * if the backup is damaged.
 */
export async function restoreBackup(environment: Environment, name: string, say: (line: string) => void) {
  const { DATA_DIR: dataFolder, DATABASE_DIRECT_URL, DATABASE_URL } = environment;
  const url = DATABASE_DIRECT_URL ?? DATABASE_URL;
  const file = chooseBackup(dataFolder, name);
  makeDataFolder(dataFolder);
  // Processes with PostgreSQL may share the folder, and the database itself must be empty.
  const unlock = url ? () => undefined : lockFolder(dataFolder);
  const draft = join(dataFolder, "restoring");
  const nowMs = Date.now();
  try {
    const { database, hasFiles, at } = await unpackArchive(file, draft);
    if ((database === "postgresql") !== (url !== undefined)) throw new Error(describeMismatch(file, database));
    if (url) await restoreDump(await findPrimary(url), join(draft, "database.dump"));
    else say(describeKept(replaceDatabase(dataFolder, draft, nowMs)));
    if (hasFiles) replaceFiles(dataFolder, join(draft, "files/kept"), nowMs);
    say(`Restored ${file}, which is from ${at}. Keys that were revoked since then work again.`);
  } finally {
    rmSync(draft, { recursive: true, force: true });
    unlock();
  }
}

function describeMismatch(file: string, database: string): string {
  const remedy = database === "postgresql" ? "Set DATABASE_URL to an empty database" : "Unset DATABASE_URL";
  return `The file ${file} is a backup of ${database === "postgresql" ? "PostgreSQL" : "the embedded database"}. ${remedy}.`;
}

async function restoreDump(url: string, dump: string): Promise<void> {
  if (!(await isEmptyDatabase(url)))
    throw new Error("The database at DATABASE_URL is not empty. Create a new one, and set DATABASE_URL to it.");
  await restorePostgres(url, dump);
}

function replaceDatabase(dataFolder: string, draft: string, nowMs: number): string | undefined {
  const { keptIn: previousFolder } = setDatabaseAside(dataFolder, nowMs);
  renameSync(join(draft, "postgres"), join(dataFolder, "postgres"));
  const journal = join(dataFolder, "journal");
  if (existsSync(journal)) replayKeptJournals(journal);
  return previousFolder;
}

function describeKept(previousFolder: string | undefined): string {
  return previousFolder ? `The previous database was moved to ${previousFolder}.` : "There was no previous database.";
}

function replaceFiles(dataFolder: string, restored: string, nowMs: number): void {
  const folder = join(dataFolder, "files/kept");
  if (!existsSync(restored)) return;
  if (existsSync(folder))
    renameSync(folder, `${folder}.replaced-${new Date(nowMs).toISOString().replaceAll(":", "-")}`);
  renameSync(restored, folder);
}
