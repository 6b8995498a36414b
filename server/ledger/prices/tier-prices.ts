import type { Price } from "#server/catalogue/model.ts";

/**
 * The prices of a model endpoint in a service tier. Where its provider sells that tier at prices of its own (`sold`),
 * the default tier's price of tokens is none: what has no price in the tier is unpriced. What is free stays free, and
 * tools cost the same in every tier.
 */
export function tierPrices(prices: readonly Price[], tier: string | null, sold: readonly string[]): readonly Price[] {
  if (tier === null || !sold.includes(tier)) return prices;
  const isFree = prices.every((price) => !isToken(price) || price.nanoUsdPerMillion === 0);
  return isFree ? prices : prices.filter((price) => !isToken(price) || price.serviceTier === tier);
}

function isToken({ unit }: Price): boolean {
  return unit.endsWith("_tokens");
}
