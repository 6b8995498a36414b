import type { Price } from "#server/catalogue/model.ts";
import type { Queries } from "#server/data/database.ts";
import { findPrices, findShipped, type PriceRow } from "#server/data/prices.ts";
import type { UsageUnit } from "#server/providers/usage/usage.ts";

/** A stored price row that a request was charged at, with the override that granted a discount. */
export type StoredPrice = {
  price: Price;
  discount?: { price: Price; basisPoints: number };
  /** The geography's multiplier. */
  multiplierBasisPoints?: number;
};

/**
 * Returns the stored rows of a ledger row's price ids (`id`, or `id*discount` with a discount override; either with
 * `^11000` if the geography multiplied it by 1.1), by those ids. Rows are never changed or deleted, so they are the
 * same as on the day of the request. Unknown ids are left out.
 */
export async function findStoredPrices(queries: Queries, ids: readonly string[]): Promise<Map<string, StoredPrice>> {
  const single = [...new Set(ids.flatMap((id) => namesOf(id).rows))];
  const [shipped, stored] = await Promise.all([findShipped(queries, single), findPrices(queries, single)]);
  const prices = new Map<string, Price>();
  for (const [id, row] of shipped) prices.set(id, row as Price);
  for (const row of stored) prices.set(row.id, priceOf(row));
  const points = new Map(stored.map(({ id, discountBasisPoints }) => [id, discountBasisPoints ?? 0]));
  const found = new Map<string, StoredPrice>();
  for (const id of ids) {
    const { rows, multiplierBasisPoints } = namesOf(id);
    const [base, discount] = rows.map((name) => prices.get(name));
    if (!base || (rows.length > 1 && !discount)) continue;
    found.set(id, {
      price: base,
      ...(discount && { discount: { price: discount, basisPoints: points.get(discount.id) ?? 0 } }),
      ...(multiplierBasisPoints && { multiplierBasisPoints }),
    });
  }
  return found;
}

/** Returns the rows that a price id names: the price and the discount, if there is one; and the multiplier. */
function namesOf(id: string): { rows: string[]; multiplierBasisPoints?: number } {
  const [names = "", multiplier] = id.split("^");
  return { rows: names.split("*"), ...(multiplier && { multiplierBasisPoints: Number(multiplier) }) };
}

/** Returns the fields of a stored row that a past cost needs; its validity period no longer matters. */
function priceOf(row: PriceRow): Price {
  return {
    id: row.id,
    modelEndpoint: row.modelEndpoint ?? "",
    unit: row.unit as UsageUnit,
    nanoUsdPerMillion: row.nanoUsdPerMillion ?? 0,
    minPromptTokens: row.minPromptTokens,
    serviceTier: row.serviceTier,
    ...(row.variant !== null && { variant: row.variant }),
    source: row.source,
    sourceRevision: row.sourceRevision,
    asOf: row.asOf,
    disputed: row.disputed,
    origin: row.origin as "refresh" | "override",
  };
}
