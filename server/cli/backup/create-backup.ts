import { cpSync, existsSync, linkSync, mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { openDatabase } from "#server/data/database.ts";
import { packArchive } from "#server/data/embedded/archive.ts";
import { connectToRunning } from "#server/data/embedded/embedded.ts";
import { copyDatabase } from "#server/data/embedded/snapshots.ts";
import { findPrimary } from "#server/data/migrate-server.ts";
import type { Environment } from "#server/env.ts";
import { backupFolder, backupName } from "./backup-files.ts";
import { dumpPostgres } from "./postgres-tools.ts";

/** Writes a backup of the database and the stored files to `to`, by default a new file in `DATA_DIR/backups`. */
export async function createBackup(
  environment: Environment,
  to: string | undefined,
  say: (line: string) => void,
): Promise<void> {
  const { DATA_DIR: dataFolder, DATABASE_DIRECT_URL, DATABASE_URL } = environment;
  const url = DATABASE_DIRECT_URL ?? DATABASE_URL;
  const nowMs = Date.now();
  const folder = backupFolder(dataFolder);
  const file = to === undefined ? join(folder, backupName(nowMs)) : resolve(to);
  if (existsSync(file)) throw new Error(`The file ${file} exists already. Choose another name.`);
  if (!existsSync(dirname(file)) && to !== undefined) throw new Error(`The folder ${dirname(file)} does not exist.`);
  // On the same disk as the files, so that they need not be copied.
  const draft = join(folder, `draft-${process.pid}`);
  mkdirSync(draft, { recursive: true, mode: 0o700 });
  try {
    if (url) await dumpPostgres(await findPrimary(url), join(draft, "database.dump"));
    else await copyEmbedded(dataFolder, draft);
    const hasFiles = !environment.S3_BUCKET;
    // After the database: a file added in the meantime is then superfluous instead of missing.
    if (hasFiles) linkFiles(join(dataFolder, "files/kept"), join(draft, "files/kept"));
    const at = new Date(nowMs).toISOString();
    await packArchive(draft, file, { at, database: url ? "postgresql" : "embedded", hasFiles });
    say(`Wrote ${file} (${(statSync(file).size / 1e6).toFixed(1)} MB).`);
    if (!hasFiles) say("The stored files are in the bucket and not in this backup.");
    say(
      `The secret is not in it. Keep ${environment.SWITCHBOARD_SECRET ? "SWITCHBOARD_SECRET" : join(dataFolder, "secret")} somewhere else.`,
    );
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

/** Copies the database through the running gateway, or opens it if none runs. */
async function copyEmbedded(dataFolder: string, draft: string): Promise<void> {
  if (!existsSync(join(dataFolder, "postgres"))) throw new Error(`There is no database in ${dataFolder}.`);
  const running = await connectToRunning(dataFolder);
  if (running) return copyDatabase(running, dataFolder, draft).finally(() => running.end());
  const database = await openDatabase({ folder: dataFolder });
  await copyDatabase(database.pool, dataFolder, draft).finally(() => database.close());
}

/** Stored files never change, so links to them are as good as copies. Some file systems have no links. */
function linkFiles(from: string, to: string): void {
  if (!existsSync(from)) return;
  for (const entry of readdirSync(from, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const copy = join(to, path.slice(from.length));
    mkdirSync(dirname(copy), { recursive: true, mode: 0o700 });
    try {
      linkSync(path, copy);
    } catch {
      if (existsSync(path)) cpSync(path, copy);
    }
  }
}
