import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readAnalytics } from "#server/data/analytics.ts";
import { compact } from "#server/data/compact.ts";
import { readTotals } from "#server/data/generations.ts";
import { ensurePartitions } from "#server/data/partitions.ts";
import { dropOldGenerations } from "#server/data/retention.ts";
import { pruneMinutes } from "#server/data/rollups.ts";
import { databases, type TestDatabase } from "#tests/support/databases.ts";
import { columnsOf, randomRow, writeRows } from "#tests/support/ledger/ledger-rows.ts";
import { seededRandom } from "#tests/support/random/seeded-random.ts";

const WORKSPACE = "22222222-2222-4222-8222-222222222222";
const NOW = Date.parse("2026-06-15T12:00:00Z");
const DAY = 86_400_000;
const STARTS = { daily: "2026-06-15", weekly: "2026-06-15", monthly: "2026-06-01" };

describe.each(databases)("retention in %s", (_, open) => {
  let opened: TestDatabase;

  beforeAll(async () => {
    opened = await open();
    // Partitions of March to July; older rows are in the default partition.
    for (const month of ["2026-03-10", "2026-05-10", NOW]) await ensurePartitions(pool(), new Date(month).getTime());
    const options = {
      random: seededRandom(3),
      organizationId: WORKSPACE,
      workspaceIds: [WORKSPACE],
      keys: 3,
      models: 2,
    };
    for (const [month, count] of [
      ["2026-01", 7],
      ["2026-03", 30],
      ["2026-04", 20],
      ["2026-05", 10],
      ["2026-06", 5],
    ] as const) {
      const from = Date.parse(`${month}-01T00:00:00Z`);
      const rows = Array.from({ length: count }, (_, index) =>
        randomRow(`${month}-${index}`, { ...options, from, to: from + 14 * DAY }),
      );
      await writeRows(pool(), rows.map(columnsOf));
    }
  });

  afterAll(() => opened?.close());

  const pool = () => opened.database.pool;
  const rowsLeft = async () => (await pool().query("select count(*) as rows from generation")).rows[0].rows;
  const counted = async () => {
    const query = { workspaceIds: [WORKSPACE], metrics: ["requests", "cost"] as const, dimensions: [], filters: [] };
    const range = { from: NOW - 300 * DAY, to: NOW, nowMs: NOW, limit: 1 };
    return (await readAnalytics(opened.database, { ...query, ...range }))[0]?.metrics;
  };
  const spent = async () => (await readTotals(opened.database.queries, "workspace", STARTS, [WORKSPACE]))[0];

  test("drops whole months, and keeps spending and counts, including rows not rolled up yet", async () => {
    const before = await spent();
    // 40 days ago is in May, so that April is the last month that ended before.
    expect(await dropOldGenerations(opened.database, NOW - 40 * DAY)).toEqual([
      "generation_2026_03",
      "generation_2026_04",
    ]);
    expect(await rowsLeft()).toBe(15);
    expect((await counted())?.[0]).toBe(72);
    expect(await spent()).toEqual(before);
  });

  test("drops nothing twice and accepts new rows afterwards", async () => {
    expect(await dropOldGenerations(opened.database, NOW - 40 * DAY)).toEqual([]);
    const row = randomRow("late", {
      random: seededRandom(9),
      organizationId: WORKSPACE,
      workspaceIds: [WORKSPACE],
      keys: 3,
      models: 2,
      from: Date.parse("2026-04-02T00:00:00Z"),
      to: Date.parse("2026-04-03T00:00:00Z"),
    });
    await writeRows(pool(), [columnsOf(row)]);
    await dropOldGenerations(opened.database, NOW - 40 * DAY);
    expect((await counted())?.[0]).toBe(73);
    expect(await rowsLeft()).toBe(15);
  });

  test("frees the space of old row versions", async () => {
    const before = await counted();
    await compact(pool());
    expect(await counted()).toEqual(before);
    const { rows } = await pool().query("select n_dead_tup as dead from pg_stat_user_tables where relname = 'rollup'");
    expect(rows[0].dead).toBe(0);
  });

  test("drops old minutes but no hours or days", async () => {
    const before = await counted();
    const levels = async () =>
      (await pool().query("select span, count(*) as rows from rollup group by 1 order by 1")).rows;
    const [day, hour, minute] = await levels();
    expect(minute.rows).toBeGreaterThan(0);
    await pruneMinutes(pool(), NOW);
    expect(await levels()).toEqual([day, hour]);
    expect(await counted()).toEqual(before);
  });
});
