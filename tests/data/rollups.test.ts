import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type AnalyticsRow, readAnalytics } from "#server/data/analytics.ts";
import type { Dimension, Metric } from "#server/data/analytics-fields.ts";
import type { AnalyticsQuery } from "#server/data/analytics-query.ts";
import type { GenerationRow } from "#server/data/generations.ts";
import { ensurePartitions } from "#server/data/partitions.ts";
import { PERCENTILE_ERROR } from "#server/data/rollup-histogram.ts";
import { updateRollups } from "#server/data/rollups.ts";
import { databases, type TestDatabase } from "#tests/support/databases.ts";
import { columnsOf, randomRow, writeRows } from "#tests/support/ledger/ledger-rows.ts";
import {
  callRow,
  DAY,
  DIMENSION_OF,
  HOUR,
  isError,
  NOW,
  ORGANIZATION,
  options,
  rejectedRow,
  SUM_NAMES,
  SUMS,
  sum,
  WORKSPACES,
} from "./rollup-sums.ts";

const QUERY = {
  workspaceIds: WORKSPACES,
  metrics: SUM_NAMES,
  dimensions: [],
  filters: [],
  limit: 10_000,
  nowMs: NOW,
} as const;

describe.each(databases)("the roll-ups in %s", (_, open) => {
  let opened: TestDatabase;
  const ledger: GenerationRow[] = [];
  // They must not change any sum of the ledger's calls.
  const rejected: GenerationRow[] = [];

  async function write(rows: GenerationRow[]): Promise<void> {
    ledger.push(...rows);
    await writeRows(opened.database.pool, rows.map(columnsOf));
  }

  beforeAll(async () => {
    opened = await open();
    for (const month of [0, 1]) await ensurePartitions(opened.database.pool, NOW - month * 31 * DAY);
    // In several writes and runs, as in production; the last rows are recent, so that minutes are queried too.
    for (let group = 0; group < 12; group++) {
      const from = group < 8 ? options.from : NOW - 30 * HOUR;
      await write(Array.from({ length: 150 }, (_, index) => callRow(`gen-${group}-${index}`, index, from)));
      rejected.push(...Array.from({ length: 20 }, (_, index) => rejectedRow(`rejected-${group}-${index}`, index)));
      await writeRows(opened.database.pool, rejected.slice(-20).map(columnsOf));
      if (group % 3 === 0) await updateRollups(opened.database);
    }
    await updateRollups(opened.database);
  });

  afterAll(() => opened?.close());

  const read = (query: Partial<AnalyticsQuery>) =>
    readAnalytics(opened.database, { ...QUERY, from: options.from, to: NOW, ...query });

  function expectSums(row: AnalyticsRow | undefined, metrics: readonly Metric[], rows: GenerationRow[]): void {
    for (const [index, metric] of metrics.entries()) {
      expect(row?.metrics[index], metric).toBeCloseTo(SUMS[metric]?.(rows) as number, 6);
    }
  }

  test("contain the sums of the ledger's rows", async () => {
    const rows = await read({});
    expect(rows).toHaveLength(1);
    // The range is rounded out to full hours, before which there are no rows here.
    expectSums(rows[0], SUM_NAMES, ledger);
  });

  // Only rejected requests have a reason; a test of their own covers them.
  const dimensions = (Object.keys(DIMENSION_OF) as Dimension[]).filter((name) => name !== "rejection");

  test.each(dimensions)("can be split by %s", async (dimension) => {
    const rows = await read({ dimensions: [dimension] });
    const groups = Map.groupBy(ledger, DIMENSION_OF[dimension]);
    expect(rows.map((row) => row.dimensions[0]).sort()).toEqual([...groups.keys()].sort());
    for (const row of rows) expectSums(row, SUM_NAMES, groups.get(row.dimensions[0] as string) ?? []);
  });

  test("count rejected requests apart from all others, by reason and key", async () => {
    const all = sum(rejected, (row) => row.rejectedRequests ?? 0);
    expect((await read({ metrics: ["rejected", "requests", "errors"] }))[0]?.metrics).toEqual([
      all,
      ledger.length,
      ledger.filter(isError).length,
    ]);
    const rows = await read({
      metrics: ["rejected", "requests", "cost", "latency_avg"],
      dimensions: ["rejection", "api_key_hash"],
      filters: [filter("rejection", "neq", null)],
    });
    const groups = Map.groupBy(rejected, ({ rejection, keyHash }) => `${rejection} ${keyHash}`);
    expect(rows).toHaveLength(groups.size);
    for (const { dimensions, metrics } of rows) {
      const members = groups.get(dimensions.map(String).join(" ")) ?? [];
      expect(metrics).toEqual([sum(members, (row) => row.rejectedRequests ?? 0), 0, 0, null]);
    }
    const models = await read({
      metrics: ["rejected"],
      dimensions: ["model"],
      filters: [filter("rejection", "neq", null)],
    });
    // Otherwise each name that a caller invents would become a series.
    expect(models.map((row) => row.dimensions[0])).toEqual([null]);
  });

  test("can be split by two dimensions that no narrow grain separates", async () => {
    const rows = await read({ dimensions: ["api_key_hash", "model"] });
    const groups = Map.groupBy(ledger, (row) => `${row.keyHash} ${row.model}`);
    expect(rows).toHaveLength(groups.size);
    for (const row of rows)
      expectSums(row, SUM_NAMES, groups.get(row.dimensions.join(" ").replace(/^ /, "null ")) ?? []);
  });

  test.each(["minute", "hour", "day", "week", "month"] as const)("can be split by %s", async (granularity) => {
    const from = granularity === "minute" ? NOW - 3 * HOUR : options.from;
    const rows = await read({ granularity, from });
    const start = (row: GenerationRow) => startOf(granularity, row.createdAt);
    const within = ledger.filter((row) => row.createdAt.getTime() >= startOf("minute", new Date(from)));
    const groups = Map.groupBy(within, start);
    expect(rows.map((row) => row.time)).toEqual([...groups.keys()].sort((a, b) => a - b));
    for (const row of rows) expectSums(row, SUM_NAMES, groups.get(row.time as number) ?? []);
  });

  test("cover a range to the minute while minutes are available", async () => {
    const from = startOf("minute", new Date(NOW - 27 * HOUR));
    const to = startOf("minute", new Date(NOW - 2 * HOUR));
    const within = ledger.filter(({ createdAt }) => createdAt.getTime() >= from && createdAt.getTime() < to);
    expect(within.length).toBeGreaterThan(300);
    expectSums((await read({ from, to }))[0], SUM_NAMES, within);
    expectSums(
      (await read({ from, to, filters: [filter("model", "eq", "author/model-3")] }))[0],
      SUM_NAMES,
      within.filter((row) => row.model === "author/model-3"),
    );
  });

  test("can be filtered by every operator", async () => {
    const cases: [ReturnType<typeof filter>, (row: GenerationRow) => boolean][] = [
      [filter("model", "eq", "author/model-1"), (row) => row.model === "author/model-1"],
      [filter("model", "neq", "author/model-1"), (row) => row.model !== "author/model-1"],
      [filter("api_key_hash", "neq", "key-3"), (row) => row.keyHash !== null && row.keyHash !== "key-3"],
      [filter("api_key_hash", "not_in", ["key-3"], true), (row) => row.keyHash !== "key-3"],
      [filter("api_key_hash", "eq", null), (row) => row.keyHash === null],
      [filter("api_key_hash", "in", ["key-1", "key-2"]), (row) => ["key-1", "key-2"].includes(row.keyHash ?? "")],
      [filter("status", "gte", 429), (row) => row.status >= 429],
      [filter("status", "gt", 429), (row) => row.status > 429],
      [filter("status", "lt", 429), (row) => row.status < 429],
      [filter("status", "lte", 429), (row) => row.status <= 429],
      [filter("is_byok", "eq", true), (row) => row.isByok],
      [filter("external_user", "eq", "user-1"), (row) => row.externalUser === "user-1"],
      [filter("external_user", "eq", null), (row) => row.externalUser === null],
      [filter("session_id", "in", ["session-1", "session-2"]), (row) => /-[12]$/.test(row.sessionId ?? "")],
      [filter("session_id", "neq", "session-1", true), (row) => row.sessionId !== "session-1"],
      [filter("workspace_id", "eq", WORKSPACES[1]), (row) => row.workspaceId === WORKSPACES[1]],
    ];
    for (const [one, passes] of cases)
      expectSums((await read({ filters: [one] }))[0], SUM_NAMES, ledger.filter(passes));
  });

  test("merge groups beyond the limit into one, including percentiles", async () => {
    const rows = await read({ dimensions: ["model"], metrics: ["requests", "latency_p50"], groupLimit: 2 });
    const groups = [...Map.groupBy(ledger, (row) => row.model)].sort(([, a], [, b]) => b.length - a.length);
    expect(rows.map((row) => [row.dimensions[0], row.isOther])).toEqual([
      [groups[0]?.[0], false],
      [groups[1]?.[0], false],
      [null, true],
    ]);
    const others = groups.slice(2).flatMap(([, members]) => members);
    expect(rows[2]?.metrics[0]).toBe(others.length);
    expectNear(rows[2]?.metrics[1], exact(others, 0.5));
  });

  test("by session and end user have the times, percentiles and rejected requests of the same calls", async () => {
    const metrics = ["requests", "rejected", "cost", "latency_p50", "ttft_p95"] as const;
    const whole = (await read({ metrics }))[0]?.metrics ?? [];
    const sessions = await read({ metrics, dimensions: ["session_id"] });
    for (const index of [0, 1, 2]) {
      const total = sessions.reduce((all, row) => all + (row.metrics[index] as number), 0);
      expect(total).toBeCloseTo(whole[index] as number, 6);
    }
    for (const row of sessions) {
      const members = ledger.filter(({ sessionId }) => sessionId === row.dimensions[0]);
      expectNear(row.metrics[3], exact(members, 0.5));
    }
    const from = startOf("minute", new Date(NOW - 3 * HOUR));
    const filters = [filter("external_user", "neq", "nobody", true)];
    expect(await read({ metrics, granularity: "minute", from, filters })).toEqual(
      await read({ metrics, granularity: "minute", from }),
    );
  });

  test("have percentiles within half a bin of the sorted values", async () => {
    const metrics = ["latency_p50", "latency_p90", "latency_p95", "latency_p99", "ttft_p50", "ttft_p95"] as const;
    for (const row of await read({ dimensions: ["provider"], metrics: [...metrics] })) {
      const members = ledger.filter(({ provider }) => provider === row.dimensions[0]);
      for (const [index, share] of [0.5, 0.9, 0.95, 0.99].entries())
        expectNear(row.metrics[index], exact(members, share));
      for (const [index, share] of [0.5, 0.95].entries()) {
        expectNear(
          row.metrics[4 + index],
          exact(members, share, (one) => one.firstTokenMs),
        );
      }
    }
  });

  test("have no percentile without measurements", async () => {
    const [row] = await read({
      metrics: ["requests", "ttft_p50", "throughput"],
      filters: [filter("status", "eq", 502)],
    });
    expect(row?.metrics[0]).toBeGreaterThan(0);
    expect(row?.metrics.slice(1)).toEqual([null, null]);
  });

  test("exclude other workspaces", async () => {
    const [row] = await read({ workspaceIds: [WORKSPACES[0]], dimensions: ["workspace_id"] });
    expectSums(
      row,
      SUM_NAMES,
      ledger.filter(({ workspaceId }) => workspaceId === WORKSPACES[0]),
    );
    expect(await read({ workspaceIds: [ORGANIZATION] })).toEqual([]);
  });

  test("count a row once, however often it is written and added, even by two at once", async () => {
    const rows = Array.from({ length: 60 }, (_, index) =>
      randomRow(`again-${index}`, { ...options, from: NOW - HOUR }),
    );
    await write(rows.slice(0, 40));
    await Promise.all([updateRollups(opened.database), updateRollups(opened.database), updateRollups(opened.database)]);
    // The first forty are written again, as after a write whose response was lost.
    await writeRows(opened.database.pool, rows.map(columnsOf));
    ledger.push(...rows.slice(40));
    await Promise.all([updateRollups(opened.database), updateRollups(opened.database)]);
    expectSums((await read({}))[0], SUM_NAMES, ledger);
  });

  test("are unchanged by a failed run", async () => {
    const before = await read({});
    const broken = columnsOf(randomRow("broken", options));
    await writeRows(opened.database.pool, [{ ...broken, usage: { input_tokens: "many" } }]);
    await expect(updateRollups(opened.database)).rejects.toThrow();
    expect(await read({})).toEqual(before);
    await opened.database.pool.query(`update generation set usage = $1 where id = 'broken'`, [broken.usage]);
    await updateRollups(opened.database);
    expect((await read({}))[0]?.metrics[0]).toBe((before[0]?.metrics[0] as number) + 1);
  });
});

function filter(
  dimension: Dimension,
  operator: AnalyticsQuery["filters"][number]["operator"],
  value: never | string | number | boolean | null | string[],
  includeUnset = false,
) {
  return { dimension, operator, value, includeUnset };
}

function exact(
  rows: GenerationRow[],
  share: number,
  of: (row: GenerationRow) => number | null = (row) => row.totalMs,
): number {
  const values = rows
    .map(of)
    .filter((value) => value !== null)
    .sort((a, b) => a - b);
  return values[Math.ceil(values.length * share) - 1] as number;
}

function expectNear(actual: number | null | undefined, expected: number): void {
  const least = Math.max(1, expected);
  expect(actual).toBeGreaterThan(least * (1 - PERCENTILE_ERROR) - 0.001);
  expect(actual).toBeLessThan(least * (1 + PERCENTILE_ERROR) + 0.001);
}

function startOf(granularity: "minute" | "hour" | "day" | "week" | "month", time: Date): number {
  const start = new Date(time);
  start.setUTCSeconds(0, 0);
  if (granularity === "minute") return start.getTime();
  start.setUTCMinutes(0);
  if (granularity === "hour") return start.getTime();
  start.setUTCHours(0);
  if (granularity === "week") start.setUTCDate(start.getUTCDate() - ((start.getUTCDay() + 6) % 7));
  if (granularity === "month") start.setUTCDate(1);
  return start.getTime();
}
