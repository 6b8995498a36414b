import { copyFileSync, cpSync, existsSync, readdirSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { type Database, openDatabase } from "#server/data/database.ts";
import { listSnapshots, rotateSnapshots, takeSnapshot } from "#server/data/embedded/snapshots.ts";
import { newDataFolder } from "#tests/support/data-folder.ts";

const folders: string[] = [];
let database: Database | undefined;
let table: string;
/** A closed data folder with a table of 91 pages, and a snapshot of it. */
let prepared: string;

beforeAll(async () => {
  prepared = await newDataFolder();
  const { pool } = await open(prepared);
  await pool.query("create table word (id int primary key, word text not null)");
  await pool.query("insert into word select n, repeat('x', 700) from generate_series(1, 1000) n");
  table = (await pool.query("select pg_relation_filepath('word') as path")).rows[0].path;
  await takeSnapshot(pool, prepared, Date.UTC(2026, 0, 1));
  await close();
});

afterEach(async () => {
  await close();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

afterAll(() => rmSync(prepared, { recursive: true, force: true }));

async function copyPrepared(): Promise<string> {
  const folder = await newDataFolder({ isEmpty: true });
  cpSync(prepared, folder, { recursive: true });
  folders.push(folder);
  return folder;
}

async function open(folder: string): Promise<Database> {
  database = await openDatabase({ folder, cacheMb: 8 });
  return database;
}

async function close(): Promise<void> {
  await database?.close();
  database = undefined;
}

const count = async () => (await (database as Database).pool.query("select count(*) from word")).rows[0].count;

const DAMAGES: [name: string, damage: (postgres: string) => void, found: string][] = [
  ["the write-ahead log is empty", (postgres) => truncateSync(join(postgres, "pg_wal", walOf(postgres)), 0), "pg_wal/"],
  [
    "pg_control is empty",
    (postgres) => truncateSync(join(postgres, "global/pg_control"), 0),
    "global/pg_control has 0",
  ],
  [
    "pg_control is overwritten",
    (postgres) => writeFileSync(join(postgres, "global/pg_control"), Buffer.alloc(8192, 7)),
    "PostgreSQL cannot open it",
  ],
  ["PG_VERSION is missing", (postgres) => rmSync(join(postgres, "PG_VERSION")), "PG_VERSION is missing"],
  ["a table is cut in half", (postgres) => halve(join(postgres, table)), "the file of word has"],
  ["a table's file is missing", (postgres) => rmSync(join(postgres, table)), "the file of word has 0 bytes"],
  ["all is gone", (postgres) => rmSync(postgres, { recursive: true }), "it is missing or empty"],
];

const walOf = (postgres: string) =>
  readdirSync(join(postgres, "pg_wal")).find((name) => /^[0-9A-F]{24}$/.test(name)) as string;
/** Cuts at a page boundary, so that only the size is wrong. */
const halve = (file: string) => truncateSync(file, Math.floor(statSync(file).size / 16_384) * 8192);

describe("a damaged database", () => {
  test.each(DAMAGES)("is restored from the newest snapshot if %s", async (_name, damage, found) => {
    const folder = await copyPrepared();
    damage(join(folder, "postgres"));
    const { restored } = await open(folder);
    expect(restored).toMatchObject({ damage: expect.stringContaining(found), at: Date.UTC(2026, 0, 1) });
    expect(await count()).toBe(1000);
    if (restored?.keptIn) expect(existsSync(restored.keptIn)).toBe(true);
  });

  test("stays unchanged if there is no snapshot, and the error says what to do", async () => {
    const folder = await copyPrepared();
    rmSync(join(folder, "snapshots"), { recursive: true });
    const postgres = join(folder, "postgres");
    rmSync(join(postgres, "PG_VERSION"));
    const before = readdirSync(postgres).sort();
    await expect(openDatabase({ folder })).rejects.toThrow(`${postgres} is damaged: PG_VERSION is missing`);
    await expect(openDatabase({ folder })).rejects.toThrow("npm run backup -- restore");
    expect(readdirSync(postgres).sort()).toEqual(before);
  });

  test("is put back if no snapshot can be restored", async () => {
    const folder = await copyPrepared();
    for (const { file } of listSnapshots(folder)) truncateSync(file, 1000);
    halve(join(folder, "postgres", table));
    await expect(openDatabase({ folder })).rejects.toThrow(/the file of word has .*\n.*could be restored:\n.*damaged/);
    expect(readdirSync(folder).filter((name) => /^postgres|^restoring/.test(name))).toEqual(["postgres"]);
  });

  test("is restored from an older snapshot if the newest is damaged", async () => {
    const folder = await copyPrepared();
    const [older] = listSnapshots(folder);
    const newest = older?.file.replace("2026-01-01", "2026-01-02") as string;
    copyFileSync(older?.file as string, newest);
    truncateSync(newest, 100_000);
    rmSync(join(folder, "postgres/PG_VERSION"));
    const { restored } = await open(folder);
    expect(restored?.snapshot).toBe(older?.file);
  });

  test("is detected after a kill even if a table was truncated after its size was recorded", async () => {
    const killed = await copyPrepared();
    const folder = await copyPrepared();
    const { pool } = await open(folder);
    await pool.query("insert into word select n, repeat('x', 700) from generate_series(1001, 3000) n");
    await pool.query("checkpoint");
    rmSync(join(killed, "postgres"), { recursive: true });
    cpSync(join(folder, "postgres"), join(killed, "postgres"), { recursive: true });
    await close();
    halve(join(killed, "postgres", table));
    const { restored } = await open(killed);
    expect(restored?.damage).toContain("word cannot be read");
  });
});

test("snapshots are rotated by age, and the oldest one left is reported", async () => {
  const folder = await copyPrepared();
  const [{ file } = { file: "" }] = listSnapshots(folder);
  for (const day of [2, 3]) copyFileSync(file, file.replace("2026-01-01", `2026-01-0${day}`));
  expect(rotateSnapshots(folder, 2)).toBe(Date.UTC(2026, 0, 2));
  expect(listSnapshots(folder).map(({ at }) => new Date(at).getUTCDate())).toEqual([3, 2]);
});

test("a folder in use is locked for other processes, whatever their temporary folder", async () => {
  const folder = await copyPrepared();
  await open(folder);
  const before = process.env.TMPDIR;
  process.env.TMPDIR = folder;
  try {
    await expect(openDatabase({ folder })).rejects.toThrow(`The data folder ${folder} is in use by another process.`);
  } finally {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
  }
});
