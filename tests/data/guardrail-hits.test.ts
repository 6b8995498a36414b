import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type HitRange, readHits, sumHits } from "#server/data/guardrail-hits.ts";
import { ensurePartitions } from "#server/data/partitions.ts";
import { dropOldGenerations } from "#server/data/retention.ts";
import { pruneMinutes, updateRollups } from "#server/data/rollups.ts";
import type { Finding } from "#server/guardrails/findings.ts";
import { databases, type TestDatabase } from "#tests/support/databases.ts";
import { columnsOf, randomRow, writeRows } from "#tests/support/ledger/ledger-rows.ts";
import { seededRandom } from "#tests/support/random/seeded-random.ts";

const WORKSPACE = "22222222-2222-4222-8222-222222222222";
const OTHER = "33333333-3333-4333-8333-333333333333";
const NOW = Date.parse("2026-06-15T12:00:00Z");
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const options = { random: seededRandom(3), organizationId: WORKSPACE, keys: 3, models: 2 };

const finding = (guardrailId: string, more: Partial<Finding> = {}): Finding => ({
  guardrailId,
  guardrailName: "Test",
  scope: "key",
  rule: "email",
  ruleName: "Email address",
  action: "redact",
  direction: "input",
  shadow: false,
  count: 2,
  ...more,
});

let made = 0;
function row(at: number, findings: Finding[], workspace = WORKSPACE) {
  const plain = randomRow(`row-${made++}`, { ...options, workspaceIds: [workspace], from: at, to: at + 1 });
  return columnsOf({ ...plain, guarding: { findings, notInspected: [] } });
}

const range = (span: HitRange["span"], from: number, to = NOW): HitRange => ({
  span,
  from: new Date(from),
  to: new Date(to),
});

describe.each(databases)("hits of guardrails in %s", (_, open) => {
  let opened: TestDatabase;

  beforeAll(async () => {
    opened = await open();
    for (const month of ["2026-03-10", "2026-05-10", NOW]) await ensurePartitions(pool(), new Date(month).getTime());
    for (let hour = 1; hour <= 30; hour++) await writeRows(pool(), [row(NOW - hour * HOUR, [finding("one")])]);
    const twice = [finding("one"), finding("one", { scope: "member", count: 1 }), finding("two", { action: "block" })];
    await writeRows(pool(), [row(NOW - HOUR, twice), row(NOW - HOUR, []), row(NOW - 90 * DAY, [finding("one")])]);
    await updateRollups(opened.database);
    await writeRows(pool(), [
      row(NOW - HOUR, [finding("one", { ruleName: "Mail", direction: "output", shadow: true })]),
    ]);
    await writeRows(pool(), [row(NOW - HOUR, [finding("one")], OTHER)]);
    await updateRollups(opened.database);
  });

  afterAll(() => opened?.close());

  const pool = () => opened.database.pool;
  const read = (given: HitRange, workspaceId = WORKSPACE) =>
    readHits(opened.database.queries, { workspaceId, id: "one" }, given);
  const counts = async (given: HitRange) => (await read(given)).map(({ calls, matches }) => [calls, matches]);

  test("are counted once per call, by hour and by day", async () => {
    // A request counts once, even if the same guardrail applies to it by two assignments.
    expect(await counts(range("hour", NOW - 2 * HOUR))).toEqual([
      [1, 2],
      [2, 5],
      [1, 2],
    ]);
    expect((await read(range("hour", NOW - 30 * HOUR))).length).toBe(31);
    expect(await counts(range("day", Date.parse("2026-06-14T00:00:00Z")))).toEqual([
      [18, 36],
      [13, 27],
      [1, 2],
    ]);
    expect((await read(range("hour", NOW - HOUR))).at(-1)).toMatchObject({ ruleName: "Mail", shadow: true });
  });

  test("belong to one workspace", async () => {
    expect(await read(range("hour", NOW - 2 * HOUR), OTHER)).toMatchObject([{ calls: 1, matches: 2 }]);
    expect(await sumHits(opened.database.queries, WORKSPACE, range("hour", NOW - HOUR))).toEqual([
      { guardrailId: "one", action: "redact", shadow: false, matches: 5 },
      { guardrailId: "one", action: "redact", shadow: true, matches: 2 },
      { guardrailId: "two", action: "block", shadow: false, matches: 2 },
    ]);
  });

  test("are the same if a migration counts existing ledger rows", async () => {
    const all = async () => (await pool().query("select * from guardrail_hit order by 1, 2, 3, 4, 5, 7, 8, 9")).rows;
    const before = await all();
    const sql = readFileSync("server/data/migrations/0012_guardrail_hits.sql", "utf8");
    await pool().query("delete from guardrail_hit");
    // Hits that are not rolled up yet are counted later.
    await writeRows(pool(), [row(NOW - HOUR, [finding("three")])]);
    await pool().query(sql.slice(sql.indexOf("INSERT")));
    expect((await all()).map(({ rule_name: _, ...hit }) => hit)).toEqual(before.map(({ rule_name: _, ...hit }) => hit));
  });

  test("outlive the ledger rows and minutes they were counted from", async () => {
    const old = range("day", NOW - 91 * DAY, NOW - 80 * DAY);
    expect(await counts(old)).toEqual([[1, 2]]);
    expect(await dropOldGenerations(opened.database, NOW - 40 * DAY)).toContain("generation_2026_03");
    await pruneMinutes(pool(), NOW + 100 * DAY);
    expect(await counts(old)).toEqual([[1, 2]]);
  });
});
