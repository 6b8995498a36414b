import type { Price } from "#server/catalogue/model.ts";
import type { UsageUnit } from "#server/providers/usage/usage.ts";

/** The price rows of one model endpoint. */
export type PriceRows = readonly Price[];

/**
 * Returns nano-USD per million units for the shortest prompts, with discounts; null if the unit has no price. `tier`: a
 * service tier, whose price takes precedence over the default one. For sorting and price ceilings only.
 */
export function unitPrice(rows: PriceRows, unit: UsageUnit, tier: string | null = null): number | null {
  let lowest: Price | undefined;
  for (const price of rows) {
    if (price.unit !== unit || (price.serviceTier !== null && price.serviceTier !== tier)) continue;
    if (!lowest || isPlainer(price, lowest)) lowest = price;
  }
  return lowest ? lowest.nanoUsdPerMillion * (1 - (lowest.discount?.basisPoints ?? 0) / 10_000) : null;
}

/** Prefers the price of the tier, a price for all variants to one for a single variant, and short prompts to long ones. */
function isPlainer(price: Price, other: Price): boolean {
  if (price.serviceTier !== other.serviceTier) return price.serviceTier !== null;
  if (Boolean(price.variant) !== Boolean(other.variant)) return !price.variant;
  return price.minPromptTokens < other.minPromptTokens;
}

// A typical call reads three tokens for each one it writes.
const INPUT_SHARE = 3;

/** Returns the price of a typical token or media unit, for sorting only; endpoints without a price come last. */
export function typicalPrice(rows: PriceRows): number {
  const input = unitPrice(rows, "input_tokens");
  const output = unitPrice(rows, "output_tokens");
  if (input === null && output === null) return mediaPrice(rows);
  return (input ?? 0) * INPUT_SHARE + (output ?? 0);
}

// Providers of one model bill by one of these units. If a provider bills by several, the highest price counts.
const MEDIA_UNITS: readonly UsageUnit[] = ["images", "megapixels", "seconds", "characters", "search_units"];

function mediaPrice(rows: PriceRows): number {
  const prices = MEDIA_UNITS.map((unit) => unitPrice(rows, unit)).filter((price) => price !== null);
  return prices.length > 0 ? Math.max(...prices) : Number.MAX_SAFE_INTEGER;
}
