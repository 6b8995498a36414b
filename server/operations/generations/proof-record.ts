import type { z } from "zod";
import type { CostProof as Shape } from "#lib/contract/cost-proof.ts";
import type { GenerationRow } from "#server/data/generations.ts";
import { costProof } from "#server/ledger/prices/cost-proof.ts";
import type { StoredPrice } from "#server/ledger/prices/stored-prices.ts";

type ProofRecord = z.output<typeof Shape>;

/** Converts the proof of a ledger row's cost to its API record. */
export function proofRecord(row: GenerationRow, storedPrices: ReadonlyMap<string, StoredPrice>): ProofRecord {
  const proof = costProof(row, storedPrices);
  return {
    raw_usage: row.rawUsage,
    usage_estimated: row.usageEstimated,
    units: row.usage as Record<string, number>,
    service_tier: row.serviceTier,
    lines: proof.lines.map((line) => ({
      unit: line.unit,
      units: line.units,
      model: line.model ?? null,
      priced_as: line.pricedAs ?? line.unit,
      price_id: line.priceId,
      nano_usd_per_million: line.nanoUsdPerMillion,
      discount_basis_points: line.discountBasisPoints ?? 0,
      multiplier_basis_points: line.multiplierBasisPoints ?? 10_000,
      nano_usd: line.exactNanoUsd,
      is_byok: line.isByok,
    })),
    sum_nano_usd: proof.exactNanoUsd,
    rounding: "half-up-once",
    nano_usd: proof.nanoUsd,
    recorded_nano_usd: proof.recordedNanoUsd,
    byok_nano_usd: proof.byokNanoUsd,
    holds: proof.holds,
    reported_nano_usd: proof.reportedNanoUsd,
    report_differs: proof.reportDiffers,
    prices: [...proof.prices].map(priceRecord),
    missing_price_ids: proof.missing,
    unpriced_units: row.unpriced,
  };
}

function priceRecord([id, { price, discount }]: [string, StoredPrice]): ProofRecord["prices"][number] {
  return {
    id,
    unit: price.unit,
    nano_usd_per_million: price.nanoUsdPerMillion,
    min_prompt_tokens: price.minPromptTokens,
    service_tier: price.serviceTier,
    variant: price.variant ?? null,
    origin: price.origin ?? "shipped",
    source: price.source,
    source_revision: price.sourceRevision,
    as_of: price.asOf,
    disputed: price.disputed,
    discount: discount
      ? {
          id: discount.price.id,
          basis_points: discount.basisPoints,
          source: discount.price.source,
          as_of: discount.price.asOf,
        }
      : null,
  };
}
