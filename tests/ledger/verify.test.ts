import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createCatalogue } from "#server/catalogue/catalogue.ts";
import { readSnapshot } from "#server/catalogue/load.ts";
import { keepSnapshot, readOverlay } from "#server/catalogue/read-overlay.ts";
import { ensurePartitions } from "#server/data/partitions.ts";
import { endOverride, insertOverride, type NewPrice } from "#server/data/prices.ts";
import { generation } from "#server/data/schema/generations.ts";
import { price, shippedPrice } from "#server/data/schema/prices.ts";
import { costOf } from "#server/ledger/prices/cost.ts";
import { verifyDay } from "#server/ledger/verify.ts";
import type { Usage } from "#server/providers/usage/usage.ts";
import { databases, type TestDatabase } from "#tests/support/databases.ts";

const NOW = Date.parse("2026-11-21T12:00:00Z");
const DAY = "2026-11-21";
const ENDPOINT = "openai/gpt-4o-mini@openai";
const ID = "11111111-1111-4111-8111-111111111111";

describe.each(databases)("prices and the ledger in %s", (_, open) => {
  let opened: TestDatabase;
  const catalogue = createCatalogue(readSnapshot());
  let made = 0;

  beforeAll(async () => {
    opened = await open();
    await ensurePartitions(opened.database.pool, NOW);
    await keepSnapshot(opened.database, readSnapshot().prices);
  });

  afterAll(() => opened?.close());

  const queries = () => opened.database.queries;

  function override(fields: Partial<NewPrice>): NewPrice {
    made++;
    return {
      id: `price_${made}`,
      origin: "override",
      modelEndpoint: ENDPOINT,
      source: "contract",
      sourceRevision: "1",
      asOf: DAY,
      validFrom: new Date(NOW - 1000),
      createdBy: "test",
      ...fields,
    };
  }

  const insertOne = (row: NewPrice) =>
    opened.database.queries.transaction((transaction) => insertOverride(transaction, row));

  /** Charges usage at the catalogue's current prices, as the pipeline does. */
  async function charge(usage: Usage, createdAt = NOW, wrongBy = 0): Promise<string> {
    catalogue.overlay(await readOverlay(queries(), NOW));
    const cost = costOf(usage, catalogue.pricesOf(ENDPOINT, NOW));
    const id = `gen-${++made}`;
    await queries()
      .insert(generation)
      .values({
        id,
        createdAt: new Date(createdAt),
        organizationId: ID,
        workspaceId: ID,
        requestId: "r",
        operation: "createResponse",
        requestedModel: "m",
        attempts: [],
        usage,
        status: 200,
        notes: [],
        streamed: false,
        cancelled: false,
        queueMs: 0,
        totalMs: 1,
        costNanoUsd: cost.nanoUsd + wrongBy,
        priceIds: cost.lines.map(({ priceId }) => priceId),
      });
    return id;
  }

  const usage = { input_tokens: 601, cache_read_tokens: 400, output_tokens: 201 };

  test("a day of correct costs is verified, including discounts and expired overrides", async () => {
    await charge(usage);
    const discount = await insertOne(override({ discountBasisPoints: 3333 }));
    await charge(usage);
    await endOverride(queries(), discount.id, new Date(NOW - 500));
    await charge(usage);
    await charge({}, NOW - 11 * 3_600_000);
    await charge({ images: 3 });
    expect(await verifyDay(queries(), DAY)).toMatchObject({ day: DAY, rows: 5, differences: [] });
  });

  test("a changed cost is found on its own day", async () => {
    const id = await charge(usage, NOW, 1);
    const { differences } = await verifyDay(queries(), DAY);
    expect(differences).toEqual([
      { id, recordedNanoUsd: expect.any(Number), nanoUsd: expect.any(Number), missing: [] },
    ]);
    expect((differences[0]?.recordedNanoUsd ?? 0) - (differences[0]?.nanoUsd ?? 0)).toBe(1);
    expect(await verifyDay(queries(), "2026-11-20")).toMatchObject({ rows: 0, differences: [] });
    await queries().delete(generation).where(eq(generation.id, id));
  });

  test("a cost without a price row is not verified", async () => {
    const id = await charge(usage);
    await queries()
      .update(generation)
      .set({ priceIds: ["price_nowhere"] })
      .where(eq(generation.id, id));
    expect((await verifyDay(queries(), DAY)).differences).toMatchObject([{ id, missing: ["price_nowhere"] }]);
    await queries().delete(generation).where(eq(generation.id, id));
  });

  test("a price row never changes, except for an earlier end, and is never deleted", async () => {
    const row = await insertOne(override({ discountBasisPoints: 100 }));
    const itself = eq(price.id, row.id);
    const refused = (change: PromiseLike<unknown>) => expect(Promise.resolve(change)).rejects.toThrow();
    const shippedBefore = await queries().select().from(shippedPrice);
    await refused(queries().update(price).set({ discountBasisPoints: 200 }).where(itself));
    await refused(queries().update(price).set({ note: "other" }).where(itself));
    await refused(queries().delete(price).where(itself));
    await refused(queries().update(shippedPrice).set({ row: sql`'{}'::jsonb` }));
    await refused(queries().delete(shippedPrice));
    const [kept] = await queries().select().from(price).where(itself);
    expect(kept).toEqual(row);
    expect(await queries().select().from(shippedPrice)).toEqual(shippedBefore);
    expect(await endOverride(queries(), row.id, new Date(NOW))).toBeDefined();
    await refused(
      queries()
        .update(price)
        .set({ validTo: new Date(NOW + 1) })
        .where(itself),
    );
    await refused(queries().update(price).set({ validTo: null }).where(itself));
  });

  test("a snapshot is stored once, and rows that a newer one drops stay", async () => {
    const count = async () => (await queries().select().from(shippedPrice)).length;
    const before = await count();
    await keepSnapshot(opened.database, readSnapshot().prices);
    expect(await count()).toBe(before);
    await keepSnapshot(opened.database, readSnapshot().prices.slice(0, 1));
    expect(await count()).toBe(before);
  });
});
