import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { LedgerFilter, LedgerSelection } from "#server/data/generation-filter.ts";
import { generationPages, type ListedGeneration, type ListPosition } from "#server/data/generation-list.ts";
import { listSessions, type SessionRow } from "#server/data/generation-sessions.ts";
import { fillStatement } from "#tests/bench/ledger-rows.ts";
import { databases, type TestDatabase } from "#tests/support/databases.ts";

const ORGANIZATION = "11111111-1111-4111-8111-111111111111";
const WORKSPACE = "22222222-2222-4222-8222-222222222222";
const OTHER_WORKSPACE = "33333333-3333-4333-8333-333333333333";
const ROWS = 3_000;
const TO = Date.parse("2026-04-01T12:00:00Z");
const FROM = TO - 86_400_000;
const LAST_HOURS = { from: new Date(FROM + 7_200_000), to: new Date(TO - 1_000) };

describe.each(databases)("the sessions of the ledger on %s", (_, open) => {
  let opened: TestDatabase;

  beforeAll(async () => {
    opened = await open();
    const { pool } = opened.database;
    await pool.query(fillStatement(0, ROWS, ROWS, WORKSPACE, ORGANIZATION, FROM, TO));
    // The other workspace has the same sessions.
    await pool.query(fillStatement(ROWS, 300, ROWS + 300, OTHER_WORKSPACE, ORGANIZATION, FROM, TO));
    // Sessions of 1 to 30 requests, some at the same time; every tenth request has none.
    await pool.query(`update generation set tool_calls = 2,
      session_id = case when substr(id, 5)::int % 10 > 0 then 'session-' || floor(sqrt(substr(id, 5)::int * 7)) end,
      created_at = date_trunc('minute', created_at)`);
  });
  afterAll(() => opened.close());

  async function pagesOf(selection: LedgerSelection, limit: number, mostRows: number): Promise<SessionRow[]> {
    const found: SessionRow[] = [];
    for (let after: ListPosition | undefined, pages = 0; pages < 1_000; pages += 1) {
      const { rows, next } = await listSessions(opened.database, { ...selection, after, limit, mostRows });
      found.push(...rows);
      if (!next) return found;
      after = next;
    }
    throw new Error("endless");
  }

  async function listRows(selection: LedgerSelection): Promise<ListedGeneration[]> {
    const rows: ListedGeneration[] = [];
    for await (const page of generationPages(opened.database, { ...selection, limit: 700 })) rows.push(...page);
    return rows;
  }

  test.each<[string, LedgerFilter[], number, number]>([
    ["one large page", [], 1_000, 10_000],
    ["pages of 7", [], 7, 10_000],
    ["pages that read few rows", [], 50, 13],
    ["a filter", [{ field: "status_class", operator: "eq", value: "429" }], 3, 10],
    [
      "two filters",
      [
        { field: "model", operator: "contains", value: "3" },
        { field: "error", operator: "neq", value: null },
      ],
      5,
      40,
    ],
    ["one session", [{ field: "session_id", operator: "eq", value: "session-100" }], 1, 1],
  ])("are each listed once, by their latest matching request, with %s", async (_name, filters, limit, mostRows) => {
    const selection = { workspaceId: WORKSPACE, filters, ...LAST_HOURS };
    const expected: { sessionId: string; at: string; id: string }[] = [];
    for (const { sessionId, at, id } of await listRows(selection))
      if (sessionId !== null && !expected.some((one) => one.sessionId === sessionId))
        expected.push({ sessionId, at, id });
    expect(expected.length).toBeGreaterThan(0);
    const found = await pagesOf(selection, limit, mostRows);
    expect(found.map(({ sessionId, at, id }) => ({ sessionId, at, id }))).toEqual(expected);
  });

  test("have the sums of all their requests in the time range, whatever the filters", async () => {
    const selection = { workspaceId: WORKSPACE, ...LAST_HOURS };
    const all = Map.groupBy(await listRows({ ...selection, filters: [] }), ({ sessionId }) => sessionId);
    const filters: LedgerFilter[] = [{ field: "status_class", operator: "eq", value: "5xx" }];
    for (const row of await pagesOf({ ...selection, filters }, 20, 10_000)) {
      const rows = all.get(row.sessionId) ?? [];
      const sum = (of: (one: ListedGeneration) => number) => rows.reduce((total, one) => total + of(one), 0);
      const usage = (one: ListedGeneration) => one.usage as Record<string, number>;
      expect(row).toMatchObject({
        requests: rows.length,
        errors: rows.filter(({ status }) => status >= 400).length,
        rejected: 0,
        toolCalls: 2 * rows.length,
        costNanoUsd: sum(({ costNanoUsd }) => costNanoUsd),
        workedMs: sum(({ totalMs }) => totalMs),
        tokensPrompt: sum((one) => (usage(one).input_tokens ?? 0) + (usage(one).cache_read_tokens ?? 0)),
        tokensCached: sum((one) => usage(one).cache_read_tokens ?? 0),
        tokensCompletion: sum((one) => usage(one).output_tokens ?? 0),
        models: [...new Set(rows.map(({ model }) => model))].sort(),
        keys: new Set(rows.map(({ keyHash }) => keyHash)).size,
        startedMs: Math.min(...rows.map(({ at }) => Date.parse(at))),
        lastMs: Math.max(...rows.map(({ at }) => Date.parse(at))),
        endedMs: Math.max(...rows.map(({ at, totalMs }) => Date.parse(at) + totalMs)),
      });
    }
  });

  test("of a user have only that user's requests", async () => {
    const userId = "00000000-0000-4000-8000-000000000003";
    const selection = { workspaceId: WORKSPACE, userId, filters: [], ...LAST_HOURS };
    const own = await listRows(selection);
    const found = await pagesOf(selection, 50, 10_000);
    const requests = found.reduce((sum, row) => sum + row.requests, 0);
    expect([requests, found.length > 0]).toEqual([own.filter(({ sessionId }) => sessionId !== null).length, true]);
  });
});
