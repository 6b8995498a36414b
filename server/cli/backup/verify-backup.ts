import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDatabase } from "#server/data/database.ts";
import { unpackArchive } from "#server/data/embedded/archive.ts";
import { countRecords } from "#server/data/record-counts.ts";
import { chooseBackup } from "./backup-files.ts";
import { countDumpedTables } from "./postgres-tools.ts";

/** Unpacks a backup into a temporary folder, compares every checksum, opens the database and prints what it holds. */
export async function verifyBackup(dataFolder: string, name: string, say: (line: string) => void): Promise<void> {
  const file = chooseBackup(dataFolder, name);
  const folder = mkdtempSync(join(tmpdir(), "switchboard-verify-"));
  try {
    const { at, database, entries } = await unpackArchive(file, folder);
    say(`${file} is from ${at}; the checksums of its ${entries.length} files match.`);
    say(database === "embedded" ? await countRows(folder) : await countTables(folder));
    say(`Contents of stored files: ${entries.filter(({ path }) => path.startsWith("files/")).length}.`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function countTables(folder: string): Promise<string> {
  return `A dump of PostgreSQL with ${await countDumpedTables(join(folder, "database.dump"))} tables.`;
}

async function countRows(folder: string): Promise<string> {
  const database = await openDatabase({ folder });
  try {
    const { requests, keys, workspaces, files } = await countRecords(database);
    return `The database opens (requests: ${requests}, keys: ${keys}, workspaces: ${workspaces}, files: ${files}).`;
  } finally {
    await database.close();
  }
}
