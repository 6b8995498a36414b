import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { ensureOrganization } from "#server/auth/set-up.ts";
import {
  type ApiKeyRow,
  deleteKey,
  findKey,
  insertKey,
  listKeys,
  loadKeys,
  type NewApiKey,
  replaceKey,
  touchKeys,
  updateKey,
} from "#server/data/api-keys.ts";
import { readTotals } from "#server/data/generations.ts";
import { spend } from "#server/data/schema/generations.ts";
import { guardrail, guardrailKey } from "#server/data/schema/guardrails.ts";
import { periodStarts } from "#server/ledger/period.ts";
import { databases, type TestDatabase } from "#tests/support/databases.ts";

describe.each(databases)("keys in %s", (_, open) => {
  let opened: TestDatabase;
  let workspaceId: string;
  let made = 0;

  beforeAll(async () => {
    opened = await open();
    workspaceId = (await ensureOrganization(opened.database)).workspace.id;
  }, 120_000);

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
  const _spendOn = (payerId: string, day: string, costNanoUsd: number) =>
    opened.database.queries.insert(spend).values({ payerKind: "key", payerId, day, costNanoUsd, requests: 1 });
  const _totalOf = async (hash: string) =>
    (await readTotals(opened.database.queries, "key", periodStarts(Date.now()), [hash]))[0]?.all;

  test("keep a limit to the nano-dollar, and its times", async () => {
    const expiresAt = new Date("2030-01-02T03:04:05.678Z");
    const row = await insert({ limitNanoUsd: 8_999_999_999_999_999, expiresAt });
    const found = await findKey(opened.database.queries, workspaceId, row.hash);
    expect(found).toMatchObject({ limitNanoUsd: 8_999_999_999_999_999, expiresAt });
  });

  test("are not made twice", async () => {
    const key = newKey();
    expect(await insertKey(opened.database.queries, key)).toBeDefined();
    expect(await insertKey(opened.database.queries, key)).toBeUndefined();
  });

  test("of another workspace are not found, changed or listed", async () => {
    const { hash } = await insert();
    const elsewhere = "00000000-0000-4000-8000-000000000000";
    expect(await findKey(opened.database.queries, elsewhere, hash)).toBeUndefined();
    expect(await updateKey(opened.database.queries, elsewhere, hash, { name: "Mine" })).toBeUndefined();
    const filter = { includeDisabled: true, offset: 0, limit: 10 };
    expect(await listKeys(opened.database.queries, elsewhere, filter)).toEqual({ rows: [], total: 0 });
  });

  test("are listed newest first, in pages, with how many there are", async () => {
    const rows = [await insert(), await insert({ disabled: true }), await insert({ kind: "management" })];
    const list = (filter: { includeDisabled?: boolean; kind?: string; offset?: number; limit?: number }) =>
      listKeys(opened.database.queries, workspaceId, { includeDisabled: true, offset: 0, limit: 10, ...filter });
    const names = ({ rows }: { rows: ApiKeyRow[] }) => rows.map(({ name }) => name);
    expect(names(await list({}))).toEqual(rows.map(({ name }) => name).reverse());
    expect(await list({ offset: 1, limit: 1 })).toMatchObject({ rows: [{ id: rows[1]?.id }], total: 3 });
    expect((await list({ includeDisabled: false })).total).toBe(2);
    expect(names(await list({ kind: "management" }))).toEqual([rows[2]?.name]);
  });

  test("know when they were last used, many at once", async () => {
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

  test("are replaced with their guardrail, once", async () => {
    const old = await insert();
    const { queries } = opened.database;
    const [policy] = await queries.insert(guardrail).values({ workspaceId, name: "Strict" }).returning();
    const guardrailId = policy?.id as string;
    await queries.insert(guardrailKey).values({ guardrailId, keyHash: old.hash });
    const endsAt = new Date("2030-01-01T00:00:00Z");
    const row = await replaceKey(opened.database, { hash: old.hash, endsAt }, newKey());
    expect((await loadKeys(queries, row?.hash))[0]?.guardrailId).toBe(guardrailId);
    const replaced = await findKey(queries, workspaceId, old.hash);
    expect(replaced).toMatchObject({ rotatedTo: row?.hash, expiresAt: endsAt });
    const again = newKey();
    expect(await replaceKey(opened.database, { hash: old.hash, endsAt }, again)).toBeUndefined();
    expect(await findKey(queries, workspaceId, again.hash)).toBeUndefined();
  });

  test("that replaced another and are deleted leave no trace in it", async () => {
    const old = await insert();
    const row = await replaceKey(opened.database, { hash: old.hash, endsAt: new Date() }, newKey());
    await deleteKey(opened.database, row?.hash as string);
    expect((await findKey(opened.database.queries, workspaceId, old.hash))?.rotatedTo).toBeNull();
  });

  test("that are gone cannot be deleted again", async () => {
    const { hash } = await insert();
    expect(await deleteKey(opened.database, hash)).toBe(true);
    expect(await deleteKey(opened.database, hash)).toBe(false);
  });

  test("have a limit account of their own", async () => {
    const [one, other] = [await insert(), await insert()];
    expect(one.limitAccount).not.toBe(other.limitAccount);
  });
});
