import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findGeneration, type GenerationRow, readTotals } from "#server/data/generations.ts";
import { ensurePartitions } from "#server/data/partitions.ts";
import { openJournal } from "#server/ledger/journal/journal.ts";
import { removeJournal } from "#server/ledger/journal/kept-journals.ts";
import { writeGroup } from "#server/ledger/journal/write-group.ts";
import { createLedger } from "#server/ledger/ledger.ts";
import type { FullGroup } from "#server/ledger/limits/row-group.ts";
import { createLog } from "#server/log.ts";
import { databases, type TestDatabase } from "#tests/support/databases.ts";

const ORGANIZATION = "11111111-1111-4111-8111-111111111111";
const WORKSPACE = "22222222-2222-4222-8222-222222222222";
const OTHER_WORKSPACE = "33333333-3333-4333-8333-333333333333";
// A Wednesday, whose week began in the month before.
const NOW = Date.parse("2026-04-01T12:00:00Z");
const STARTS = { daily: "2026-04-01", weekly: "2026-03-30", monthly: "2026-04-01" };

let made = 0;

function row(fields: Partial<GenerationRow> = {}): GenerationRow {
  made++;
  return {
    id: `gen-${made}`,
    createdAt: new Date(NOW),
    organizationId: ORGANIZATION,
    workspaceId: WORKSPACE,
    keyHash: "key-1",
    userId: null,
    requestId: "request",
    operation: "createResponse",
    dialect: "responses",
    requestedModel: "a/b",
    model: "a/b",
    modelEndpoint: "a/b@c",
    provider: "c",
    upstreamId: null,
    isByok: false,
    attempts: [{ provider: "c", status: 200 }],
    usage: { input_tokens: 3 },
    rawUsage: { any: ["thing", null] },
    usageEstimated: false,
    costNanoUsd: 100,
    byokNanoUsd: null,
    reportedCostNanoUsd: 101,
    steps: [{ model: "b" }],
    otherModels: [{ model: "b", modelEndpoint: null, usage: { input_tokens: 1 }, priceIds: [], unpriced: [] }],
    priceIds: ["p1", "p2"],
    serviceTier: "flex",
    unpriced: ["images"],
    status: 200,
    finish: "stop",
    nativeFinish: null,
    error: null,
    streamed: true,
    cancelled: false,
    queueMs: 1,
    firstTokenMs: 2,
    totalMs: 3,
    sessionId: null,
    externalUser: 'quo"ted \u{1F600} \\',
    userAgent: null,
    agent: "codex",
    agentVersion: "0.169.0",
    repository: "github.com/acme/shop",
    toolCalls: 2,
    referer: null,
    notes: ["a", "b, c"],
    guarding: null,
    routing: null,
    request: null,
    rejection: null,
    rejectedField: null,
    rejectedRequests: null,
    batchId: null,
    tags: null,
    ...fields,
  };
}

describe.each(databases)("the ledger in %s", (_, open) => {
  let opened: TestDatabase;
  const journals = mkdtempSync(join(tmpdir(), "switchboard-journal-"));

  beforeAll(async () => {
    opened = await open();
    await ensurePartitions(opened.database.pool, NOW);
  });

  afterAll(async () => {
    await opened?.close();
    rmSync(journals, { recursive: true, force: true });
  });

  async function record(...rows: GenerationRow[]): Promise<void> {
    const processId = crypto.randomUUID();
    const write = (group: FullGroup) => writeGroup(opened.database.pool, group);
    const journal = openJournal(journals, processId, { retire: removeJournal });
    const ledger = createLedger({ write, journal, processId, log: createLog("silent") });
    for (const one of rows) ledger.record(one);
    await ledger.flush();
    journal.close();
  }

  const total = async (kind: string, id: string) => (await readTotals(opened.database.queries, kind, STARTS, [id]))[0];

  test("returns a row as it was recorded", async () => {
    const one = row({ tags: ["team:search", "env:prod"] });
    await record(one);
    expect(await findGeneration(opened.database.queries, { workspaceId: WORKSPACE }, one.id)).toEqual(one);
  });

  test("finds the newest row of an upstream id, and none of another workspace", async () => {
    const old = row({ upstreamId: "up-1", createdAt: new Date(NOW - 1000) });
    const fresh = row({ upstreamId: "up-1" });
    await record(old, fresh);
    const { queries } = opened.database;
    expect((await findGeneration(queries, { workspaceId: WORKSPACE }, "up-1"))?.id).toBe(fresh.id);
    expect((await findGeneration(queries, { organizationId: ORGANIZATION }, old.id))?.id).toBe(old.id);
    expect(await findGeneration(queries, { workspaceId: OTHER_WORKSPACE }, "up-1")).toBeUndefined();
    expect(await findGeneration(queries, { organizationId: OTHER_WORKSPACE }, "up-1")).toBeUndefined();
  });

  test("adds a row to the totals of its key, workspace and organization, with BYOK separate", async () => {
    const ids = { keyHash: "key-2", workspaceId: OTHER_WORKSPACE, organizationId: OTHER_WORKSPACE };
    await record(
      row({ ...ids, costNanoUsd: 1 }),
      row({ ...ids, costNanoUsd: 10, createdAt: new Date("2026-03-31T23:59:59Z") }),
      row({ ...ids, costNanoUsd: 100, createdAt: new Date("2026-03-29T00:00:00Z") }),
      row({ ...ids, costNanoUsd: 5, isByok: true }),
    );
    const expected = {
      all: 111,
      daily: 1,
      weekly: 11,
      monthly: 1,
      byokAll: 5,
      byokDaily: 5,
      byokWeekly: 5,
      byokMonthly: 5,
    };
    for (const [kind, id] of [
      ["key", "key-2"],
      ["workspace", OTHER_WORKSPACE],
      ["organization", OTHER_WORKSPACE],
    ]) {
      expect(await total(kind as string, id as string)).toEqual({ payerId: id, ...expected });
    }
  });

  test("counts a row once, however often it is written", async () => {
    const one = row({ keyHash: "key-3", costNanoUsd: 7 });
    await record(one);
    await record(one, row({ keyHash: "key-3", costNanoUsd: 2 }));
    expect((await total("key", "key-3"))?.all).toBe(9);
  });

  test("keeps sums beyond four bytes exact", async () => {
    const large = 4_500_000_000_000_000;
    await record(row({ keyHash: "key-4", costNanoUsd: large }), row({ keyHash: "key-4", costNanoUsd: large + 1 }));
    expect((await total("key", "key-4"))?.all).toBe(2 * large + 1);
  });
});
