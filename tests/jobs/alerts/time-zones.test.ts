import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Catalogue } from "#server/catalogue/catalogue.ts";
import type { GenerationRow } from "#server/data/generations.ts";
import { ensurePartitions } from "#server/data/partitions.ts";
import { updateRollups } from "#server/data/rollups.ts";
import { findAt } from "#server/jobs/alerts/kinds/kinds.ts";
import { ORGANIZATION, options, WORKSPACES } from "#tests/data/rollup-sums.ts";
import { databases, type TestDatabase } from "#tests/support/databases.ts";
import { columnsOf, randomRow, writeRows } from "#tests/support/ledger/ledger-rows.ts";

const [WORKSPACE] = WORKSPACES;
const USD = 1_000_000_000;
const NOW = Date.parse("2026-04-15T12:00Z");

/** What was spent, in USD; each amount can be recognized in a sum. */
const SPENT: [at: string, usd: number][] = [
  ["2026-03-28T18:05Z", 1],
  ["2026-03-28T18:20Z", 2],
  ["2026-03-28T22:30Z", 4],
  ["2026-03-28T23:30Z", 8],
  ["2026-03-29T21:30Z", 16],
  ["2026-03-29T22:30Z", 32],
  ["2026-03-31T22:30Z", 64],
];

describe("the periods of a spending threshold", () => {
  let opened: TestDatabase;
  beforeAll(async () => {
    // The embedded database; SQL on both databases is tested in tests/data.
    opened = await (databases[0] as (typeof databases)[number])[1]();
    const { pool } = opened.database;
    await ensurePartitions(pool, NOW);
    const rows = SPENT.map(([at, usd], index): GenerationRow => {
      const row = randomRow(`gen-${index}`, options);
      return {
        ...row,
        workspaceId: WORKSPACE,
        createdAt: new Date(at),
        costNanoUsd: usd * USD,
        byokNanoUsd: null,
        isByok: false,
        externalUser: "anna",
      };
    });
    await writeRows(pool, rows.map(columnsOf));
    await updateRollups(opened.database);
  }, 120_000);
  afterAll(() => opened?.close());

  async function spentAt(timeZone: string, interval: string, at: string, scope = {}) {
    const gateway = { database: opened.database, catalogue: undefined as unknown as Catalogue };
    const names = { organizationId: ORGANIZATION, workspaceId: WORKSPACE, workspaceName: "Default" };
    const place = { gateway, ...names, isDefault: true, timeZone };
    const rule = { kind: "spend_threshold", params: { interval, limit_usd: 0.5, include_byok: false, ...scope } };
    const [findings] = await findAt(place, rule, [Date.parse(at)]);
    const [finding] = findings ?? [];
    return [finding?.numbers.spent_usd, finding?.subject, finding?.numbers.period_start];
  }

  test.each<[zone: string, interval: string, at: string, usd: number, first: string, start: string]>([
    ["UTC", "daily", "2026-03-29T00:00Z", 15, "2026-03-28", "2026-03-28T00:00Z"],
    // The day on which the clocks go forward has 23 hours.
    ["Europe/Berlin", "daily", "2026-03-28T23:00Z", 7, "2026-03-28", "2026-03-27T23:00Z"],
    ["Europe/Berlin", "daily", "2026-03-29T22:00Z", 24, "2026-03-29", "2026-03-28T23:00Z"],
    ["Europe/Berlin", "daily", "2026-03-29T23:00Z", 32, "2026-03-30", "2026-03-29T22:00Z"],
    ["Europe/Berlin", "weekly", "2026-03-29T23:00Z", 32, "2026-03-30", "2026-03-29T22:00Z"],
    ["Europe/Berlin", "monthly", "2026-03-31T22:00Z", 63, "2026-03-01", "2026-02-28T23:00Z"],
    ["Europe/Berlin", "monthly", "2026-03-31T23:00Z", 64, "2026-04-01", "2026-03-31T22:00Z"],
    // Midnight is within an hour of UTC.
    ["Asia/Kathmandu", "daily", "2026-03-28T19:00Z", 2, "2026-03-29", "2026-03-28T18:15Z"],
    ["Asia/Kathmandu", "daily", "2026-03-29T18:00Z", 14, "2026-03-29", "2026-03-28T18:15Z"],
  ])("in %s, %s, at %s", async (zone, interval, at, usd, first, start) => {
    const expected = [usd, `${interval} ${first}`, new Date(start).toISOString()];
    expect(await spentAt(zone, interval, at)).toEqual(expected);
    expect(await spentAt(zone, interval, at, { external_user: "anna" })).toEqual(expected);
  });
});
