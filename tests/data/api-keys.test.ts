import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { ensureOrganization } from "#server/auth/set-up.ts";
import {
  type ApiKeyRow,
  deleteKey,
  findKey,
  insertKey,
  loadKeys,
  type NewApiKey,
  replaceKey,
  touchKeys,
  updateKey,
} from "#server/data/api-keys.ts";
import { countKeyStatuses, type KeyFilter, type KeyPage, listKeys } from "#server/data/key-list.ts";
import { spend } from "#server/data/schema/generations.ts";
import { guardrail, guardrailKey } from "#server/data/schema/guardrails.ts";
import { periodStarts } from "#server/ledger/limits/period.ts";
import { databases, type TestDatabase } from "#tests/support/databases.ts";

describe.each(databases)("keys in %s", (_, open) => {
  let opened: TestDatabase;
  let workspaceId: string;
  let made = 0;

  beforeAll(async () => {
    opened = await open();
    workspaceId = (await ensureOrganization(opened.database)).workspace.id;
  });

  afterAll(() => opened?.close());

  beforeEach(async () => {
    await opened.database.pool.query("delete from api_key");
    await opened.database.pool.query("delete from spend");
  });

  const newKey = (fields: Partial<NewApiKey> = {}): NewApiKey => {
    made++;
    return { hash: `hash-${made}`, name: `Key ${made}`, label: `sk-…${made}`, workspaceId, ...fields };
  };
  const insert = async (fields?: Partial<NewApiKey>) =>
    (await insertKey(opened.database.queries, newKey(fields))) as ApiKeyRow;
  const replace = (old: { hash: string; endsAt: Date }, successor: NewApiKey) =>
    opened.database.queries.transaction((queries) => replaceKey(queries, old, successor));
  const remove = (hash: string) => opened.database.queries.transaction((queries) => deleteKey(queries, hash));
  const spendOn = (payerId: string, day: string, costNanoUsd: number) =>
    opened.database.queries.insert(spend).values({ payerKind: "key", payerId, day, costNanoUsd, requests: 1 });
  const now = Date.parse("2026-11-21T12:00:00Z");
  const time = { now: new Date(now), starts: periodStarts(now) };
  const daysAgo = (days: number) => new Date(now - days * 86_400_000);
  const list = (filter: Partial<KeyFilter>, page: Partial<KeyPage> = {}, workspace = workspaceId) =>
    listKeys(
      opened.database.queries,
      workspace,
      { includeDisabled: true, ...filter },
      { offset: 0, limit: 10, ...page },
      time,
    );
  const names = ({ rows }: { rows: ApiKeyRow[] }) => rows.map(({ name }) => name);

  test("keep their limit to the nano-dollar, and their times", async () => {
    const expiresAt = new Date("2030-01-02T03:04:05.678Z");
    const row = await insert({ limitNanoUsd: 8_999_999_999_999_999, expiresAt });
    const found = await findKey(opened.database.queries, workspaceId, row.hash);
    expect(found).toMatchObject({ limitNanoUsd: 8_999_999_999_999_999, expiresAt });
  });

  test("cannot be created twice", async () => {
    const key = newKey();
    expect(await insertKey(opened.database.queries, key)).toBeDefined();
    expect(await insertKey(opened.database.queries, key)).toBeUndefined();
  });

  test("are not found, changed or listed from another workspace", async () => {
    const { hash } = await insert();
    const elsewhere = "00000000-0000-4000-8000-000000000000";
    expect(await findKey(opened.database.queries, elsewhere, hash)).toBeUndefined();
    expect(await updateKey(opened.database.queries, elsewhere, hash, { name: "Mine" })).toBeUndefined();
    expect(await list({}, {}, elsewhere)).toEqual({ rows: [], total: 0 });
  });

  test("are listed newest first, in pages, with a total", async () => {
    const rows = [await insert(), await insert({ disabled: true }), await insert({ kind: "management" })];
    expect(names(await list({}))).toEqual(rows.map(({ name }) => name).reverse());
    expect(await list({}, { offset: 1, limit: 1 })).toMatchObject({ rows: [{ id: rows[1]?.id }], total: 3 });
    expect((await list({ includeDisabled: false })).total).toBe(2);
    expect(names(await list({ kind: "management" }))).toEqual([rows[2]?.name]);
  });

  test("can be filtered by status, considering the limit's period and provider keys, with counts by status", async () => {
    const full = await insert({ name: "full", limitNanoUsd: 5, limitReset: "daily" });
    const yesterday = await insert({ name: "spent yesterday", limitNanoUsd: 5, limitReset: "daily" });
    const never = await insert({ name: "spent for good", limitNanoUsd: 5 });
    const own = await insert({
      name: "own keys count",
      limitNanoUsd: 5,
      limitReset: "monthly",
      includeByokInLimit: true,
    });
    const others = await insert({ name: "own keys do not", limitNanoUsd: 5, limitReset: "monthly" });
    await insert({ name: "paused", disabled: true, limitNanoUsd: 0 });
    await insert({ name: "replaced", rotatedTo: "other" });
    await insert({ name: "ended", disabled: true, expiresAt: daysAgo(0) });
    await insert({ name: "ends later", expiresAt: daysAgo(-1) });
    const spent = (row: ApiKeyRow, day: string, costNanoUsd: number, byokNanoUsd = 0) =>
      opened.database.queries
        .insert(spend)
        .values({ payerKind: "limit", payerId: row.stableId, day, costNanoUsd, byokNanoUsd, requests: 1 });
    await spent(full, "2026-11-21", 5);
    await spent(yesterday, "2026-11-20", 5);
    await spent(never, "2020-01-01", 6);
    await spent(own, "2026-11-01", 2, 3);
    await spent(others, "2026-11-01", 2, 3);
    expect(names(await list({ status: "over_limit" }))).toEqual(["own keys count", "spent for good", "full"]);
    expect(names(await list({ status: "active" }))).toEqual(["ends later", "own keys do not", "spent yesterday"]);
    expect(names(await list({ status: "expired" }))).toEqual(["ended"]);
    expect((await list({ status: "disabled" })).total).toBe(1);
    const filter: KeyFilter = { includeDisabled: true, status: "expired" };
    const { queries } = opened.database;
    const counts = { active: 3, over_limit: 3, rotated: 1, disabled: 1, expired: 1 };
    expect(await countKeyStatuses(queries, workspaceId, filter, time)).toEqual(counts);
    expect(await countKeyStatuses(queries, workspaceId, { ...filter, text: "own keys" }, time)).toEqual({
      active: 1,
      over_limit: 1,
    });
  });

  test("count as unused since their creation if they were never used", async () => {
    await insert({ name: "new", createdAt: daysAgo(1) });
    await insert({ name: "never used", createdAt: daysAgo(91) });
    await insert({ name: "used of late", createdAt: daysAgo(200), lastUsedAt: daysAgo(1) });
    await insert({ name: "used long ago", createdAt: daysAgo(100), lastUsedAt: daysAgo(95) });
    expect(names(await list({ unusedSince: daysAgo(90) }))).toEqual(["never used", "used long ago"]);
  });

  test("can be sorted by name with numbers, by limit with none as the highest, and newest first if equal", async () => {
    const web = await insert({ name: "web 10", createdAt: daysAgo(3), lastUsedAt: daysAgo(1) });
    await insert({ name: "Web 9", createdAt: daysAgo(100), lastUsedAt: daysAgo(95), limitNanoUsd: 5 });
    await insert({ name: "new", createdAt: daysAgo(1) });
    await insert({ name: "idle", createdAt: daysAgo(91) });
    await spendOn(web.hash, "2026-11-02", 7);
    await spendOn(web.hash, "2026-10-31", 7);
    const by = async (by: "name" | "spend" | "limit" | "created" | "used", descending = false) =>
      names(await list({}, { order: { by, descending } }));
    expect(await by("name")).toEqual(["idle", "new", "Web 9", "web 10"]);
    expect(await by("name", true)).toEqual(["web 10", "Web 9", "new", "idle"]);
    expect(await by("limit")).toEqual(["Web 9", "new", "web 10", "idle"]);
    expect(await by("spend", true)).toEqual(["web 10", "new", "idle", "Web 9"]);
    expect(await by("created")).toEqual(["Web 9", "idle", "web 10", "new"]);
    expect(await by("used")).toEqual(["new", "idle", "Web 9", "web 10"]);
    expect(await by("used", true)).toEqual(["web 10", "Web 9", "new", "idle"]);
  });

  test("record their last use in groups", async () => {
    const [first, second] = [await insert(), await insert()];
    const at = 1_900_000_000_000;
    await touchKeys(
      opened.database.queries,
      new Map([
        [first.hash, at],
        [second.hash, at + 5_000],
      ]),
    );
    const times = await Promise.all(
      [first, second].map(async ({ hash }) => (await findKey(opened.database.queries, workspaceId, hash))?.lastUsedAt),
    );
    expect(times).toEqual([new Date(at), new Date(at + 5_000)]);
  });

  test("are replaced once and keep their guardrail", async () => {
    const old = await insert();
    const { queries } = opened.database;
    const [policy] = await queries.insert(guardrail).values({ workspaceId, name: "Strict" }).returning();
    const guardrailId = policy?.id as string;
    await queries.insert(guardrailKey).values({ guardrailId, keyHash: old.hash });
    const endsAt = new Date("2030-01-01T00:00:00Z");
    const row = await replace({ hash: old.hash, endsAt }, newKey());
    expect((await loadKeys(queries, row?.hash))[0]?.guardrailId).toBe(guardrailId);
    const replaced = await findKey(queries, workspaceId, old.hash);
    expect(replaced).toMatchObject({ rotatedTo: row?.hash, expiresAt: endsAt });
    const again = newKey();
    expect(await replace({ hash: old.hash, endsAt }, again)).toBeUndefined();
    expect(await findKey(queries, workspaceId, again.hash)).toBeUndefined();
  });

  test("are no longer named by the key they replaced after they are deleted", async () => {
    const old = await insert();
    const row = await replace({ hash: old.hash, endsAt: new Date() }, newKey());
    await remove(row?.hash as string);
    expect((await findKey(opened.database.queries, workspaceId, old.hash))?.rotatedTo).toBeNull();
  });

  test("cannot be deleted twice", async () => {
    const { hash } = await insert();
    expect(await remove(hash)).toBe(true);
    expect(await remove(hash)).toBe(false);
  });

  test("each have their own stable id", async () => {
    const [one, other] = [await insert(), await insert()];
    expect(one.stableId).not.toBe(other.stableId);
  });
});
