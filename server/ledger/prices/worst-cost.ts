import type { Price } from "#server/catalogue/model.ts";
import type { Usage, UsageUnit } from "#server/providers/usage/usage.ts";
import { fallbackUnits, promptTokensOf, SCALE, scaledNanoUsd, type Terms } from "./cost.ts";

// The units that a unit counted before the request may be billed as afterwards.
const MAY_BECOME: Partial<Record<UsageUnit, readonly UsageUnit[]>> = {
  input_tokens: ["input_tokens", "cache_write_tokens", "cache_write_1h_tokens"],
  output_tokens: ["output_tokens", "reasoning_tokens"],
};

/**
 * Returns the most a request can cost if its usage stays within `bound`, in nano-USD, rounded up: the amount to
 * reserve. Each unit counts at its highest possible price: the highest of disagreeing sources, at any prompt length up
 * to the bound, in the requested or the default tier, including cache writes and reasoning. Units without a price count
 * 0, because the plan decides whether they may be used.
 */
export function worstCostOf(bound: Usage, prices: readonly Price[], terms: Terms = {}): number {
  const promptTokens = promptTokensOf(bound);
  const counts: Usage = { ...bound, requests: bound.requests ?? 1 };
  let total = 0n;
  for (const unit of Object.keys(counts) as UsageUnit[]) {
    const units = counts[unit];
    // Reasoning is part of the output.
    if (!units || unit === "reasoning_tokens") continue;
    let most = 0n;
    for (const price of mayBe(unit, prices, promptTokens, terms)) {
      const amount = reservedCost(unit, units, price, terms);
      if (amount > most) most = amount;
    }
    total += most;
  }
  return Number((total + SCALE - 1n) / SCALE);
}

function mayBe(unit: UsageUnit, prices: readonly Price[], promptTokens: number, terms: Terms): Price[] {
  for (const one of [unit, ...fallbackUnits(unit, terms)]) {
    const kinds = MAY_BECOME[one] ?? [one];
    const found = prices.filter((price) => kinds.includes(price.unit) && mayHold(price, promptTokens, terms));
    if (found.length > 0) return found;
  }
  return [];
}

function mayHold(price: Price, promptTokens: number, { serviceTier = null, variant }: Terms): boolean {
  if (price.minPromptTokens > promptTokens) return false;
  if (price.variant !== undefined && price.variant !== variant) return false;
  return price.serviceTier === null || price.serviceTier === serviceTier;
}

function reservedCost(unit: UsageUnit, units: number, price: Price, { multiplierBasisPoints }: Terms): bigint {
  return scaledNanoUsd({
    units,
    nanoUsdPerMillion: Math.max(price.nanoUsdPerMillion, price.reserveNanoUsdPerMillion ?? 0),
    ...(price.discount && { discountBasisPoints: price.discount.basisPoints }),
    ...(multiplierBasisPoints && unit.endsWith("_tokens") && { multiplierBasisPoints }),
  });
}
