import { hash } from "node:crypto";
import {
  cpSync,
  existsSync,
  globSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
  utimesSync,
} from "node:fs";
import { freemem, tmpdir } from "node:os";
import { join } from "node:path";
import { readSnapshot } from "#server/catalogue/load.ts";
import { keepSnapshot } from "#server/catalogue/read-overlay.ts";
import { searchPrices } from "#server/catalogue/search-prices.ts";
import { openDatabase } from "#server/data/database.ts";

const SHARED_MEMORY = "/dev/shm";
/** Many times the size of all folders that two test processes use at once, 41 MB each. */
const ENOUGH_BYTES = 4 * 1024 ** 3;

/** Where data folders are created: in memory if there is enough, since a copy on disk takes five times as long. */
const parent = hasEnoughMemory() ? SHARED_MEMORY : tmpdir();

/** The variable with the folder of a test run, which is removed with its data folders when the run ends. */
const RUN_FOLDER = "SWITCHBOARD_TEST_FOLDER";

/**
 * Creates the folder of a test run and its processes. Returns a function that removes it with the leftovers of failed
 * tests.
 */
export function openRunFolder(): () => void {
  removeLeftovers();
  const folder = mkdtempSync(join(parent, `switchboard-run-${process.pid}-`));
  process.env[RUN_FOLDER] = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}

const DAY_MS = 86_400_000;

/** Removes the folders of test runs that were killed, which may fill the memory, and templates of earlier states. */
function removeLeftovers(): void {
  const template = templateFolder();
  if (existsSync(template)) utimesSync(template, new Date(), new Date());
  for (const name of readdirSync(parent)) {
    const [, pid] = /^switchboard-run-(\d+)-/.exec(name) ?? [];
    const isLeft = pid !== undefined && !isRunning(Number(pid));
    if (isLeft || isOldTemplate(name)) rmSync(join(parent, name), { recursive: true, force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // A process of another user.
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** Another checkout may use a template that this one does not. */
function isOldTemplate(name: string): boolean {
  if (!name.startsWith("switchboard-template-")) return false;
  const { mtimeMs } = statSync(join(parent, name), { throwIfNoEntry: false }) ?? { mtimeMs: Date.now() };
  return Date.now() - mtimeMs > DAY_MS;
}

function hasEnoughMemory(): boolean {
  if (!existsSync(SHARED_MEMORY)) return false;
  const { bavail, bsize } = statfsSync(SHARED_MEMORY);
  return bavail * bsize >= ENOUGH_BYTES && freemem() >= ENOUGH_BYTES;
}

/**
 * Creates a data folder with an embedded database without rows but the shipped prices, or an empty folder, and returns
 * its path. Creating a database takes seconds, so it is done once for each state of the migrations and prices, and the result
 * is copied.
 */
export async function newDataFolder({ isEmpty = false } = {}): Promise<string> {
  const folder = mkdtempSync(join(process.env[RUN_FOLDER] ?? parent, "switchboard-test-"));
  if (isEmpty) return folder;
  const template = templateFolder();
  if (!existsSync(template)) await makeTemplate(template);
  cpSync(template, folder, { recursive: true });
  return folder;
}

let digest: string | undefined;

function templateFolder(): string {
  digest ??= hashTemplate();
  return join(parent, `switchboard-template-${digest}`);
}

/** Returns a hash of everything that a new database contains. */
function hashTemplate(): string {
  // The journal has the times by which the database knows what was applied.
  const known = [
    "server/data/migrations/meta/_journal.json",
    "node_modules/@electric-sql/pglite/package.json",
    "tests/support/data-folder.ts",
  ];
  const files = globSync(["server/data/migrations/*.sql", "server/catalogue/**/*.json"]).sort().concat(known);
  return hash("sha256", files.map((file) => readFileSync(file, "utf8")).join("\n")).slice(0, 16);
}

async function makeTemplate(template: string): Promise<void> {
  const draft = mkdtempSync(join(parent, "switchboard-draft-"));
  const database = await openDatabase({ folder: draft });
  // A gateway stores the shipped prices when it first starts, which takes a fifth of a start.
  await keepSnapshot(database, [...readSnapshot().prices, ...searchPrices().prices]);
  await database.close();
  try {
    renameSync(draft, template);
  } catch {
    // Another test run was faster; its template is as good.
    rmSync(draft, { recursive: true, force: true });
  }
}
