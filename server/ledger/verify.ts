import type { Queries } from "#server/data/database.ts";
import { rowsOfDay } from "#server/data/ledger-days.ts";
import { allPriceIds, costProof } from "./prices/cost-proof.ts";
import { findStoredPrices, type StoredPrice } from "./prices/stored-prices.ts";

/** A ledger row whose recorded cost differs from the cost of its usage and price rows. */
export type Difference = { id: string; recordedNanoUsd: number; nanoUsd: number; missing: string[] };
export type Verified = { day: string; rows: number; costNanoUsd: number; differences: Difference[] };

/** Recomputes every ledger row of a UTC day (YYYY-MM-DD). */
export async function verifyDay(queries: Queries, day: string): Promise<Verified> {
  const verified: Verified = { day, rows: 0, costNanoUsd: 0, differences: [] };
  const storedPrices = new Map<string, StoredPrice>();
  for await (const page of rowsOfDay(queries, day)) {
    const unknown = new Set(page.flatMap(allPriceIds).filter((id) => !storedPrices.has(id)));
    for (const [id, price] of await findStoredPrices(queries, [...unknown])) storedPrices.set(id, price);
    for (const row of page) {
      const { holds, recordedNanoUsd, nanoUsd, missing } = costProof(row, storedPrices);
      verified.rows++;
      verified.costNanoUsd += recordedNanoUsd;
      if (!holds) verified.differences.push({ id: row.id, recordedNanoUsd, nanoUsd, missing });
    }
  }
  return verified;
}
