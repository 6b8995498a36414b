import type { Price } from "#server/catalogue/model.ts";

const known = new WeakMap<readonly Price[], Map<string, readonly Price[]>>();

/**
 * Returns an endpoint's prices in one region of its cloud: a price of that region (`Price.variant`) replaces the one that
 * applies elsewhere, unless that was negotiated.
 */
export function regionalPrices(prices: readonly Price[], region: string): readonly Price[] {
  if (!prices.some(({ variant }) => variant === region)) return prices;
  const regions = known.get(prices) ?? new Map<string, readonly Price[]>();
  known.set(prices, regions);
  const found = regions.get(region) ?? inRegion(prices, region);
  regions.set(region, found);
  return found;
}

function inRegion(prices: readonly Price[], region: string): readonly Price[] {
  const general = prices.filter(({ variant }) => variant === undefined);
  const negotiated = new Set(general.filter(({ origin }) => origin === "override").map(thingOf));
  const own = prices.filter((price) => price.variant === region && !negotiated.has(thingOf(price)));
  const replaced = new Set(own.map(lengthOf));
  return [
    ...general.filter((price) => !replaced.has(lengthOf(price))),
    ...own.map(({ variant: _, ...price }) => price),
  ];
}

function thingOf({ unit, serviceTier }: Price): string {
  return `${unit} ${serviceTier}`;
}

/** A length of prompts for which the region states no price costs what it costs elsewhere. */
function lengthOf(price: Price): string {
  return `${thingOf(price)} ${price.minPromptTokens}`;
}
