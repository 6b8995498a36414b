import type { Price } from "#server/catalogue/model.ts";

/**
 * Returns the prices of a model endpoint in a service tier. If its provider prices that tier separately (`sold`), the
 * default tier's token prices do not apply: a token unit without a price in the tier is unpriced. Free models stay
 * free, and tools cost the same in every tier.
 */
export function tierPrices(prices: readonly Price[], tier: string | null, sold: readonly string[]): readonly Price[] {
  if (tier === null || !sold.includes(tier)) return prices;
  const isFree = prices.every((price) => !isToken(price) || price.nanoUsdPerMillion === 0);
  return isFree ? prices : prices.filter((price) => !isToken(price) || price.serviceTier === tier);
}

function isToken({ unit }: Price): boolean {
  return unit.endsWith("_tokens");
}
