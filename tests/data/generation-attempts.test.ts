import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type AttemptPosition, type AttemptQuery, listAttempts } from "#server/data/generation-attempts.ts";
import { databases, type TestDatabase } from "#tests/support/databases.ts";
import { columnsOf, randomRow, recentRows, writeRows } from "#tests/support/ledger/ledger-rows.ts";

const TO = Date.parse("2026-04-01T12:00:00Z");
const options = recentRows(5, TO);
const [WORKSPACE] = options.workspaceIds as [string];

const line = (provider: string, status: number) => ({
  provider,
  model: "m",
  endpoint: "",
  status,
  durationMs: 5,
  isByok: false,
});
const LINES = [
  [line("a", 200)],
  [line("a", 502), line("b", 429), line("c", 200)],
  [line("b", 429), line("b", 404)],
  [],
];

describe.each(databases)("the attempts of the ledger on %s", (_, open) => {
  let opened: TestDatabase;

  beforeAll(async () => {
    opened = await open();
    const at = new Date(TO - 500);
    const rows = LINES.map((attempts, index) => ({ ...randomRow(`gen-${index}-f`, options), createdAt: at, attempts }));
    // A partial response of the second request, which its third attempt continued.
    const partial = {
      ...randomRow("gen-1-f-2", options),
      createdAt: at,
      attempts: LINES[1]?.slice(0, 2),
      costNanoUsd: 77,
    };
    await writeRows(opened.database.pool, [...rows, partial].map(columnsOf));
  });
  afterAll(() => opened.close());

  async function pagesOf(query: Partial<AttemptQuery>, limit: number) {
    const found = [];
    for (let after: AttemptPosition | undefined; ; ) {
      const rows = await listAttempts(opened.database, { workspaceId: WORKSPACE, filters: [], ...query, after, limit });
      found.push(...rows);
      if (rows.length < limit) return found;
      after = rows.at(-1);
    }
  }
  const placesOf = (rows: { id: string; number: number }[]) => rows.map(({ id, number }) => `${id} ${number}`);

  test.each([1, 2, 5, 100])(
    "are each listed once, without those of partial responses, in pages of %d",
    async (limit) => {
      const all = ["gen-2-f 2", "gen-2-f 1", "gen-1-f 3", "gen-1-f 2", "gen-1-f 1", "gen-0-f 1"];
      expect(placesOf(await pagesOf({}, limit))).toEqual(all);
      expect(placesOf(await pagesOf({ outcome: "429" }, limit))).toEqual(["gen-2-f 1", "gen-1-f 2"]);
      expect(placesOf(await pagesOf({ provider: "a" }, limit))).toEqual(["gen-1-f 1", "gen-0-f 1"]);
      expect(placesOf(await pagesOf({ provider: "b", outcome: "4xx" }, limit))).toEqual(["gen-2-f 2"]);
      expect(placesOf(await pagesOf({ outcome: "5xx" }, limit))).toEqual(["gen-1-f 1"]);
    },
  );

  test("have the cost of the partial response they ended with", async () => {
    const rows = await pagesOf({ outcome: "429" }, 10);
    expect(rows.map(({ partialNanoUsd }) => partialNanoUsd)).toEqual([null, 77]);
  });
});
