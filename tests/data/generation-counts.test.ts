import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { FACETS } from "#lib/contract/generation-counts.ts";
import { countFacets } from "#server/data/generation-facets.ts";
import type { LedgerFilter, LedgerSelection } from "#server/data/generation-filter.ts";
import { countOutcomes } from "#server/data/generation-histogram.ts";
import { generationPages, type ListedGeneration } from "#server/data/generation-list.ts";
import { fillStatement } from "#tests/bench/ledger-rows.ts";
import { databases, type TestDatabase } from "#tests/support/databases.ts";

const ORGANIZATION = "11111111-1111-4111-8111-111111111111";
const WORKSPACE = "22222222-2222-4222-8222-222222222222";
const OTHER_WORKSPACE = "33333333-3333-4333-8333-333333333333";
const ROWS = 3_000;
const TO = Date.parse("2026-04-01T12:00:00Z");
const FROM = TO - 86_400_000;

const SELECTIONS: [string, LedgerFilter[]][] = [
  ["no filter", []],
  ["a part of a model's name", [{ field: "model", operator: "contains", value: "MODEL-3" }]],
  ["one of two providers", ["provider-1", "provider-2"].map((value) => ({ field: "provider", operator: "eq", value }))],
  ["all but one provider", [{ field: "provider", operator: "neq", value: "provider-1" }]],
  ["a least cost", [{ field: "cost_nano_usd", operator: "gte", value: 25_000_000 }]],
  ["tokens", [{ field: "tokens_prompt", operator: "lt", value: 3000 }]],
  ["completion tokens", [{ field: "tokens_completion", operator: "gt", value: 500 }]],
  ["no first token", [{ field: "latency", operator: "eq", value: null }]],
  ["a duration", [{ field: "generation_time", operator: "gt", value: 99.5 }]],
  ["one outcome", [{ field: "status_class", operator: "eq", value: "429" }]],
  ["a text that is a pattern elsewhere", [{ field: "error", operator: "contains", value: "f%d" }]],
  ["no key of this name", [{ field: "api_key_name", operator: "contains", value: "a" }]],
  ["no name", [{ field: "api_key_name", operator: "eq", value: null }]],
];

describe.each(databases)("counts of the ledger on %s", (_, open) => {
  let opened: TestDatabase;

  beforeAll(async () => {
    opened = await open();
    const { pool } = opened.database;
    await pool.query(fillStatement(0, ROWS, ROWS, WORKSPACE, ORGANIZATION, FROM, TO));
    await pool.query(fillStatement(ROWS, 100, ROWS + 100, OTHER_WORKSPACE, ORGANIZATION, FROM, TO));
  });
  afterAll(() => opened.close());

  const selectionOf = (filters: LedgerFilter[]): LedgerSelection => ({
    workspaceId: WORKSPACE,
    filters,
    from: new Date(FROM + 3_600_000),
    to: new Date(TO - 1_000),
  });

  async function listRows(selection: LedgerSelection): Promise<ListedGeneration[]> {
    const rows: ListedGeneration[] = [];
    for await (const page of generationPages(opened.database, { ...selection, limit: 700 })) rows.push(...page);
    return rows;
  }

  test.each(SELECTIONS)("the histogram counts each row of the list once, with %s", async (_name, filters) => {
    const selection = selectionOf(filters);
    const rows = await listRows(selection);
    const counted = await countOutcomes(opened.database, selection, 1800);
    const expected = Map.groupBy(rows, ({ at, statusClass }) => {
      const time = Math.floor(Date.parse(at) / 1_800_000) * 1_800_000;
      return `${time} ${statusClass}`;
    });
    expect(
      Object.fromEntries(counted.map(({ time, statusClass, count }) => [`${time} ${statusClass}`, count])),
    ).toEqual(Object.fromEntries([...expected].map(([name, members]) => [name, members.length])));
  });

  test.each(SELECTIONS)("the facets count each row of the list once per field, with %s", async (_name, filters) => {
    const selection = selectionOf(filters);
    const rows = await listRows(selection);
    const facets = await countFacets(opened.database, {
      ...selection,
      fields: FACETS,
      values: 10_000,
      mostRows: 10_000,
    });
    expect(facets).toMatchObject({ rows: rows.length, isComplete: true });
    for (const [field, read] of [
      ["model", (row: ListedGeneration) => row.model],
      ["status_class", (row: ListedGeneration) => row.statusClass],
      ["api_key_hash", (row: ListedGeneration) => row.keyHash],
      ["rejection", (row: ListedGeneration) => row.rejection],
      ["session_id", (row: ListedGeneration) => row.sessionId],
    ] as const) {
      const expected = Map.groupBy(rows, read);
      const own = facets.counts.filter((one) => one.field === field);
      expect(new Map(own.map(({ value, count }) => [value, count]))).toEqual(
        new Map([...expected].map(([value, members]) => [value, members.length])),
      );
      expect(own.every(({ distinct }) => distinct === expected.size)).toBe(true);
    }
  });

  test("facets that do not count all rows say so, and count the newest", async () => {
    const selection = selectionOf([]);
    const rows = await listRows(selection);
    const facets = await countFacets(opened.database, { ...selection, fields: ["model"], values: 10, mostRows: 100 });
    expect(facets).toMatchObject({ rows: 100, isComplete: false });
    expect(Math.floor(facets.oldestMs ?? 0)).toBe(Date.parse(rows[99]?.at as string));
    const expected = Map.groupBy(rows.slice(0, 100), ({ model }) => model);
    const counts = [...expected.values()].map(({ length }) => length).sort((a, b) => b - a);
    expect(facets.counts.map(({ count }) => count)).toEqual(counts.slice(0, 10));
  });
});
