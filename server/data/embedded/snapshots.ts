import { mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import { cp } from "node:fs/promises";
import { join } from "node:path";
import type pg from "pg";
import { packArchive } from "./archive.ts";
import { checkSizes } from "./relation-sizes.ts";

/** `at`: when its data was current (Unix ms). */
export type Snapshot = { file: string; at: number; bytes: number };

const EXTENSION = ".tar.zst";

/** Returns the snapshots of a data folder, newest first. */
export function listSnapshots(dataFolder: string): Snapshot[] {
  const folder = join(dataFolder, "snapshots");
  if (!statSync(folder, { throwIfNoEntry: false })) return [];
  return readdirSync(folder)
    .flatMap((name) => {
      const at = readTime(name);
      const file = join(folder, name);
      return at === undefined ? [] : [{ file, at, bytes: statSync(file).size }];
    })
    .sort((a, b) => b.at - a.at);
}

/** Writes a snapshot of the embedded database. Throws, and writes none, if the database is damaged. */
export async function takeSnapshot(pool: pg.Pool, dataFolder: string, nowMs: number): Promise<Snapshot> {
  const folder = join(dataFolder, "snapshots");
  const draft = join(folder, "draft");
  try {
    await copyDatabase(pool, dataFolder, draft);
    const at = new Date(nowMs).toISOString();
    const file = join(folder, `${at.replaceAll(":", "-")}${EXTENSION}`);
    await packArchive(draft, file, { at, database: "embedded", hasFiles: false });
    return { file, at: nowMs, bytes: statSync(file).size };
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

/** Removes all snapshots but the newest `count`. Returns when the oldest one left was taken (Unix ms). */
export function rotateSnapshots(dataFolder: string, count: number): number | undefined {
  const snapshots = listSnapshots(dataFolder);
  for (const { file } of snapshots.slice(count)) rmSync(file, { force: true });
  return snapshots.slice(0, count).at(-1)?.at;
}

/**
 * Copies the database's files into `<draft>/postgres`. Nothing else reaches the embedded database while a transaction
 * is open, so its files do not change during the copy, and the copy is the same as after a killed process.
 */
export async function copyDatabase(pool: pg.Pool, dataFolder: string, draft: string): Promise<void> {
  const postgres = join(dataFolder, "postgres");
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { recursive: true, mode: 0o700 });
  const connection = await pool.connect();
  try {
    await connection.query("checkpoint");
    await connection.query("begin");
    const damage = await checkSizes(connection, postgres);
    if (damage) throw new Error(`The embedded database in ${postgres} is damaged: ${damage}. Restart Switchboard.`);
    await cp(postgres, join(draft, "postgres"), { recursive: true });
  } finally {
    await connection.query("rollback").finally(() => connection.release());
  }
}

function readTime(name: string): number | undefined {
  if (!name.endsWith(EXTENSION)) return undefined;
  const [date, time] = name.slice(0, -EXTENSION.length).split("T");
  const at = Date.parse(`${date}T${time?.replaceAll("-", ":")}`);
  return Number.isNaN(at) ? undefined : at;
}
