import type pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { LedgerFilter } from "#server/data/generation-filter.ts";
import { generationPages, listGenerations } from "#server/data/generation-list.ts";
import { fillStatement } from "#tests/bench/ledger-rows.ts";
import { databases, type TestDatabase } from "#tests/support/databases.ts";

const ORGANIZATION = "11111111-1111-4111-8111-111111111111";
const WORKSPACE = "22222222-2222-4222-8222-222222222222";
const ROWS = 5_000;
const TO = Date.parse("2026-04-01T12:00:00Z");
const FROM = TO - 86_400_000;

describe.each(databases)("the list of requests on %s", (_, open) => {
  let opened: TestDatabase;

  beforeAll(async () => {
    opened = await open();
    const { pool } = opened.database;
    await pool.query(fillStatement(0, ROWS, ROWS, WORKSPACE, ORGANIZATION, FROM, TO));
    await pool.query("analyze generation");
  });
  afterAll(() => opened.close());

  const list = (pool: pg.Pool, filters: LedgerFilter[]) =>
    listGenerations({ pool, embedded: true }, { workspaceId: WORKSPACE, filters, limit: 50 });

  test.each<[string, LedgerFilter["field"], string, number]>([
    ["request", "request_id", "request-17", 1],
    ["session", "session_id", "session-17", 5],
    ["unknown request", "request_id", "none", 0],
    ["unknown session", "session_id", "none", 0],
  ])("finds the rows of one %s without reading the others", async (_name, field, value, count) => {
    const { pool } = opened.database;
    const plans: string[] = [];
    const explaining = {
      async query(text: string, values: unknown[]) {
        const { rows } = await pool.query(`explain (costs off) ${text}`, values);
        plans.push(...rows.map((row) => row["QUERY PLAN"]));
        return pool.query(text, values);
      },
    };
    expect(await list(explaining as pg.Pool, [{ field, operator: "eq", value }])).toHaveLength(count);
    const plan = plans.join("\n");
    expect(plan).toContain(`Index Cond: (${field} = `);
    expect(plan).not.toContain("Seq Scan");
  });

  test.each([500, ROWS])("reads all rows once, with their exact cost, in pages of %d", async (limit) => {
    const { database } = opened;
    const ids = new Set<string>();
    let costNanoUsd = 0;
    for await (const rows of generationPages(database, { workspaceId: WORKSPACE, filters: [], limit })) {
      expect(rows.length).toBeLessThanOrEqual(limit);
      for (const row of rows) {
        ids.add(row.id);
        costNanoUsd += row.costNanoUsd;
      }
    }
    expect(ids.size).toBe(ROWS);
    const { rows } = await database.pool.query("select sum(cost_nano_usd)::text as sum from generation");
    expect(String(costNanoUsd)).toBe(rows[0].sum);
  });
});
