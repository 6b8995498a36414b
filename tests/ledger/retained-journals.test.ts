import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { openDatabase } from "#server/data/database.ts";
import { rotateSnapshots, takeSnapshot } from "#server/data/embedded/snapshots.ts";
import { ensurePartitions } from "#server/data/partitions.ts";
import { dropKeptJournals } from "#server/ledger/journal/kept-journals.ts";
import type { LimitUse } from "#server/ledger/limits/row-group.ts";
import { openLedger } from "#server/ledger/open.ts";
import { createLog } from "#server/log.ts";
import { newDataFolder } from "#tests/support/data-folder.ts";
import { randomRow, recentRows } from "#tests/support/ledger/ledger-rows.ts";

const NOW = Date.parse("2026-04-15T12:34:56Z");
const ROWS = recentRows(5, NOW);

const USES: LimitUse[] = [{ account: "", periodStart: "", payerKind: "credential", payerId: "own", nanoUsd: 0 }];

let folder: string;
let opened: Awaited<ReturnType<typeof open>> | undefined;

beforeAll(async () => {
  folder = await newDataFolder();
});
afterEach(close);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function open() {
  const database = await openDatabase({ folder });
  await ensurePartitions(database.pool, NOW);
  const log = createLog("silent");
  const parts = { database, dataFolder: folder, keepsJournal: true, onRecord: () => undefined, log, now: Date.now };
  return { database, ...(await openLedger(parts)) };
}

async function close(): Promise<void> {
  await opened?.close();
  await opened?.database.close();
  opened = undefined;
}

async function record(from: number, to: number): Promise<void> {
  for (let index = from; index < to; index += 1) opened?.ledger.record(randomRow(`gen-${index}`, ROWS), USES);
  await opened?.ledger.flush();
}

const countRows = async () => (await opened?.database.pool.query("select count(*) from generation"))?.rows[0].count;
const kept = () => readdirSync(join(folder, "journal/kept")).length;

test("a restored snapshot regains each later call once", async () => {
  opened = await open();
  await record(0, 10);
  await takeSnapshot(opened.database.pool, folder, Date.now());
  await record(10, 25);
  await close();
  rmSync(join(folder, "postgres/PG_VERSION"));
  opened = await open();
  expect(opened.database.restored).toBeDefined();
  expect(await countRows()).toBe(25);
  const { rows } = await opened.database.pool.query("select requests from spend where payer_id = 'own'");
  expect(rows).toEqual([{ requests: 25 }]);
});

test("retained journals are removed once every snapshot has their calls", async () => {
  opened = await open();
  await record(25, 30);
  expect(kept()).toBeGreaterThan(0);
  await takeSnapshot(opened.database.pool, folder, Date.now() + 1000);
  dropKeptJournals(join(folder, "journal"), rotateSnapshots(folder, 1) as number);
  expect(kept()).toBe(0);
});
