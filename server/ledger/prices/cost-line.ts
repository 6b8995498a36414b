import type { UsageUnit } from "#server/providers/usage/usage.ts";

/**
 * One multiplication of a cost: `units` times a price in nano-USD per million units, minus a negotiated discount.
 * `pricedAs`: the unit whose price applies, if `unit` has none of its own.
 */
export type CostLine = {
  unit: UsageUnit;
  units: number;
  priceId: string;
  nanoUsdPerMillion: number;
  discountBasisPoints?: number;
  /** The geography's price multiplier in hundredths of a percent; absent: 10,000, i.e. 1. */
  multiplierBasisPoints?: number;
  pricedAs?: UsageUnit;
};
