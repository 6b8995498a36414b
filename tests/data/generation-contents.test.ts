import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { resealContents } from "#server/data/content-seals.ts";
import {
  type ContentRange,
  type ContentRow,
  deleteContents,
  findContent,
  hasContent,
  lastContents,
  recordContents,
} from "#server/data/generation-contents.ts";
import { ensurePartitions } from "#server/data/partitions.ts";
import { dropOldContents } from "#server/data/retention.ts";
import { contentReseal, createContentSeals } from "#server/ledger/content-seals.ts";
import { createContents } from "#server/ledger/contents.ts";
import { createLog } from "#server/log.ts";
import { createByteVault } from "#server/security/byte-vault.ts";
import { databases, type TestDatabase } from "#tests/support/databases.ts";

const [FIRST, SECOND] = ["22222222-2222-4222-8222-222222222222", "33333333-3333-4333-8333-333333333333"];
const NOW = Date.parse("2026-06-15T12:00:00Z");
const DAY = 86_400_000;

const [OLD_KEY, NEW_KEY] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
const vaultOf = (...keys: Buffer[]) => createByteVault(keys, "generation_content");
const seals = createContentSeals(vaultOf(OLD_KEY));
const rotated = createContentSeals(vaultOf(NEW_KEY));

function contentAt(index: number, atMs: number, workspaceId = FIRST): ContentRow {
  return {
    id: `gen-${workspaceId.slice(0, 1)}-${index}`,
    createdAt: new Date(atMs),
    organizationId: FIRST,
    workspaceId,
    keyHash: null,
    userId: null,
    dialect: "chat",
    input: JSON.stringify({ body: { n: index, text: "\u0000\ud800" }, cut: false }),
    output: null,
    error: null,
  };
}

describe.each(databases)("stored contents in %s", (_, open) => {
  let opened: TestDatabase;
  const pool = () => opened.database.pool;
  const idsOf = async (range: Omit<ContentRange, "workspaceId">, workspaceId = FIRST) => {
    const pages = await Array.fromAsync(lastContents(opened.database.queries, { workspaceId, ...range }));
    return pages.flat().map(({ id }) => id);
  };
  const partitions = async () => {
    const { rows } = await pool().query(
      "select distinct tableoid::regclass::text as name from generation_content order by 1",
    );
    return rows.map(({ name }: { name: string }) => name);
  };

  beforeAll(async () => {
    opened = await open();
    for (const day of [-40, -2, 0]) await ensurePartitions(pool(), NOW + day * DAY);
    const contents = createContents({
      write: (rowsJson) => recordContents(pool(), rowsJson),
      seals,
      log: createLog("silent"),
    });
    // 60 calls a minute apart, one of another workspace, and older ones: one of a day that has a partition, one not.
    for (let index = 0; index < 60; index += 1) contents.record(1, () => contentAt(index, NOW - index * 60_000));
    contents.record(1, () => contentAt(0, NOW, SECOND));
    contents.record(1, () => contentAt(98, NOW - 40 * DAY));
    contents.record(1, () => contentAt(99, NOW - 90 * DAY));
    await contents.flush();
  });
  afterAll(() => opened?.close());

  test("can be found by id only in their workspace, whatever text they contain", async () => {
    const { queries } = opened.database;
    const call = contentAt(7, NOW - 7 * 60_000);
    const found = await findContent(queries, call);
    expect(JSON.parse((found && seals.open(found)?.input) ?? "")).toEqual({
      body: { n: 7, text: "\u0000\ud800" },
      cut: false,
    });
    expect(await hasContent(queries, call)).toBe(true);
    expect(await findContent(queries, { ...call, workspaceId: SECOND })).toBeUndefined();
    expect(await hasContent(queries, { ...call, workspaceId: SECOND })).toBe(false);
  });

  test("are stored without plain text, and a seal copied to another row does not open", async () => {
    const call = contentAt(7, NOW - 7 * 60_000);
    const found = await findContent(opened.database.queries, call);
    if (!found) throw new Error("no content");
    expect(JSON.stringify(found)).not.toContain("body");
    expect(found.sealed?.toString("latin1")).not.toContain("body");
    expect(found.sizeBytes).toBe(call.input?.length);
    expect(seals.open({ ...found, id: "gen-2-8" })).toBeUndefined();
    expect(seals.open({ ...found, workspaceId: SECOND })).toBeUndefined();
    expect(rotated.open(found)).toBeUndefined();
  });

  test("are read newest first, up to a number and within a time range", async () => {
    expect(await idsOf({ last: 3 })).toEqual(["gen-2-0", "gen-2-1", "gen-2-2"]);
    expect(await idsOf({ last: 1000 })).toHaveLength(62);
    expect(await idsOf({ last: 1000 }, SECOND)).toEqual(["gen-3-0"]);
    const range = { from: new Date(NOW - 5 * 60_000), to: new Date(NOW - 3 * 60_000), last: 10 };
    expect(await idsOf(range)).toEqual(["gen-2-4", "gen-2-5"]);
  });

  test("are stored once if they are written twice", async () => {
    await recordContents(pool(), JSON.stringify([{ ...columnsOf(contentAt(7, NOW - 7 * 60_000)), input: "other" }]));
    expect(await idsOf({ last: 1000 })).toHaveLength(62);
  });

  test("are dropped by day after their retention, without affecting others", async () => {
    expect(await partitions()).toEqual([
      "generation_content_2026_05_06",
      "generation_content_2026_06_15",
      "generation_content_default",
    ]);
    const dropped = await dropOldContents(pool(), NOW - 30 * DAY);
    expect(dropped).toEqual(["generation_content_2026_05_06", "generation_content_2026_05_07"]);
    expect(await partitions()).toEqual(["generation_content_2026_06_15"]);
    expect(await idsOf({ last: 1000 })).toHaveLength(60);
    expect(await dropOldContents(pool(), NOW - 30 * DAY)).toEqual([]);
  });

  test("of earlier versions are read in plain text, and a rotation seals all of them with the new key", async () => {
    const { queries } = opened.database;
    const plain = {
      ...columnsOf(contentAt(500, NOW)),
      input: '{"body":{"n":500},"cut":false}',
      error: '{"status":500}',
    };
    await recordContents(pool(), JSON.stringify([plain]));
    const old = await findContent(queries, contentAt(500, NOW));
    expect(old && seals.open(old)).toMatchObject({ input: plain.input, output: null, error: plain.error });
    const result = await resealContents(opened.database, contentReseal(vaultOf(NEW_KEY)));
    expect(result.sealed).toBe(1);
    expect(result.unopened).toContain("gen-2-7");
    const both = contentReseal(vaultOf(NEW_KEY, OLD_KEY));
    const again = await resealContents(opened.database, both);
    expect(again).toEqual({ sealed: result.unopened.length, unopened: [] });
    expect(await resealContents(opened.database, both)).toEqual({ sealed: 0, unopened: [] });
    const fresh = await findContent(queries, contentAt(500, NOW));
    expect(fresh).toMatchObject({ plainInput: null, plainError: null });
    expect(fresh && rotated.open(fresh)).toMatchObject({ input: plain.input, output: null, error: plain.error });
    const resealed = await findContent(queries, contentAt(7, NOW - 7 * 60_000));
    expect(resealed && rotated.open(resealed)?.input).toBe(contentAt(7, 0).input);
    await pool().query("delete from generation_content where id = $1", [plain.id]);
  });

  test("can be deleted for one workspace without affecting others", async () => {
    await deleteContents(opened.database.queries, FIRST);
    expect(await idsOf({ last: 1000 })).toEqual([]);
    expect(await idsOf({ last: 1000 }, SECOND)).toEqual(["gen-3-0"]);
  });
});

test("contents that cannot be written are abandoned after some attempts, and later ones are written", async () => {
  const written: string[] = [];
  let failures = 3;
  const contents = createContents({
    seals,
    log: createLog("silent"),
    write: async (rowsJson) => {
      if (failures > 0) {
        failures -= 1;
        throw new Error("away");
      }
      written.push(rowsJson);
    },
  });
  contents.record(1, () => contentAt(1, NOW));
  await contents.flush();
  contents.record(1, () => contentAt(2, NOW));
  contents.record(300 * 1024 * 1024, () => contentAt(3, NOW));
  await contents.flush();
  expect(written.map((json) => JSON.parse(json).map(({ id }: { id: string }) => id))).toEqual([["gen-2-2"]]);
});

function columnsOf({ id, createdAt, organizationId, workspaceId, dialect, input }: ContentRow) {
  return { id, created_at: createdAt, organization_id: organizationId, workspace_id: workspaceId, dialect, input };
}
