import { and, desc, eq, gt, inArray, isNull, or, sql } from "drizzle-orm";
import type { Database, Queries, Transaction } from "./database.ts";
import { price, priceRefresh, shippedPrice } from "./schema/prices.ts";

export type PriceRow = typeof price.$inferSelect;
export type NewPrice = typeof price.$inferInsert;
export type RefreshRow = typeof priceRefresh.$inferSelect;
export type NewRefresh = typeof priceRefresh.$inferInsert;

/** Returns the rows that apply now or later: everything that the catalogue in memory needs. */
export function loadPrices(queries: Queries, now: Date): Promise<PriceRow[]> {
  return queries
    .select()
    .from(price)
    .where(or(isNull(price.validTo), gt(price.validTo, now)))
    .orderBy(price.createdAt, price.id);
}

/** Returns every row ever added, newest first. */
export function listPrices(queries: Queries): Promise<PriceRow[]> {
  return queries.select().from(price).orderBy(desc(price.createdAt), desc(price.id));
}

/** Adds an override. An override that applies to the same target ends when this one starts. */
export async function insertOverride(queries: Transaction, row: NewPrice): Promise<PriceRow> {
  await queries
    .update(price)
    .set({ validTo: row.validFrom })
    .where(and(eq(price.origin, "override"), hasSameTarget(row), endsAfter(row.validFrom)));
  const [created] = await queries.insert(price).values(row).returning();
  return created as PriceRow;
}

const TARGET = [
  "provider",
  "modelEndpoint",
  "credentialId",
  "unit",
  "serviceTier",
  "variant",
  "hoursStartMinute",
  "hoursEndMinute",
] as const;

function hasSameTarget(row: NewPrice) {
  return and(
    ...TARGET.map((name) => sql`${price[name]} is not distinct from ${sql.param(row[name] ?? null, price[name])}`),
    eq(price.minPromptTokens, row.minPromptTokens ?? 0),
    sql`(${price.discountBasisPoints} is null) = ${(row.discountBasisPoints ?? null) === null}`,
  );
}

function endsAfter(moment: Date) {
  return or(isNull(price.validTo), gt(price.validTo, moment));
}

/** Ends an override at a time. Returns undefined if there is no such override or it has already ended. */
export async function endOverride(queries: Queries, id: string, at: Date): Promise<PriceRow | undefined> {
  const [row] = await queries
    .update(price)
    .set({ validTo: at })
    .where(and(eq(price.id, id), eq(price.origin, "override"), endsAfter(at)))
    .returning();
  return row;
}

// A statement accepts 65,535 parameters, and a row has about twenty.
const ROWS_A_STATEMENT = 1000;

/** Adds a refresh with its rows, all or nothing. Returns its id. */
export async function insertRefresh(
  queries: Transaction,
  refresh: NewRefresh,
  rows: readonly Omit<NewPrice, "batchId">[],
): Promise<string> {
  const [created] = await queries.insert(priceRefresh).values(refresh).returning({ id: priceRefresh.id });
  const batchId = (created as { id: string }).id;
  for (let start = 0; start < rows.length; start += ROWS_A_STATEMENT) {
    const group = rows.slice(start, start + ROWS_A_STATEMENT);
    await queries.insert(price).values(group.map((row) => ({ ...row, batchId })));
  }
  return batchId;
}

/** Ends a refresh and all of its rows at one moment. Returns undefined if it is unknown or has already ended. */
export async function endRefresh(
  queries: Transaction,
  id: string,
  at: Date,
  endedBy: string,
): Promise<{ prices: number } | undefined> {
  const [endedRow] = await queries
    .update(priceRefresh)
    .set({ endedAt: at, endedBy })
    .where(and(eq(priceRefresh.id, id), isNull(priceRefresh.endedAt)))
    .returning({ id: priceRefresh.id });
  if (!endedRow) return undefined;
  const rows = await queries
    .update(price)
    .set({ validTo: at })
    .where(and(eq(price.batchId, id), endsAfter(at)))
    .returning({ id: price.id });
  return { prices: rows.length };
}

/** Returns applied refreshes, the oldest first, without those rolled back unless `all` is true. */
export function loadRefreshes(queries: Queries, all = false): Promise<RefreshRow[]> {
  return queries
    .select()
    .from(priceRefresh)
    .where(all ? undefined : isNull(priceRefresh.endedAt))
    .orderBy(priceRefresh.createdAt);
}

/** Stores rows shipped with the software; rows stored earlier are unchanged. */
export async function storeShippedPrices(
  { queries }: Pick<Database, "queries">,
  rows: readonly { id: string }[],
): Promise<void> {
  await queries.execute(sql`
    insert into shipped_price (id, row)
    select one->>'id', one from jsonb_array_elements(${JSON.stringify(rows)}::jsonb) as one
    on conflict (id) do nothing`);
}

/** Returns shipped rows by id, as they were stored. */
export async function findShipped(queries: Queries, ids: string[]): Promise<Map<string, unknown>> {
  if (ids.length === 0) return new Map();
  const rows = await queries.select().from(shippedPrice).where(inArray(shippedPrice.id, ids));
  return new Map(rows.map(({ id, row }) => [id, row]));
}

export function findPrices(queries: Queries, ids: string[]): Promise<PriceRow[]> {
  return ids.length === 0 ? Promise.resolve([]) : queries.select().from(price).where(inArray(price.id, ids));
}
