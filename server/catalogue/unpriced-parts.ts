import type { UsageUnit } from "#server/providers/usage/usage.ts";
import { type Charges, isPriced, statesPrice, usualUnits } from "./is-priced.ts";
import type { Modality, ModelEndpoint, Price } from "./model.ts";

/** A charged unit without a price; `variant`: the variant without one. */
export type UnpricedPart = { unit: UsageUnit; variant: string | null };

type Endpoint = Pick<ModelEndpoint, "billedApart">;

/** Returns whether everything a model endpoint charges for has a price, for requests of one kind. */
export function isFullyPriced(
  output: readonly Modality[],
  { billedApart = [] }: Endpoint,
  prices: readonly Price[],
  { variant, apart = [] }: Charges = {},
): boolean {
  const own = apart.filter((unit) => billedApart.includes(unit));
  return isPriced(output, prices, { ...(variant !== undefined && { variant }), apart: own });
}

/**
 * Returns the units that a model endpoint charges for without a known price, for requests of one kind (`charges`). Of
 * the units that its model may be billed by, one price is enough; separately billed units need their own.
 */
export function unpricedParts(
  output: readonly Modality[],
  { billedApart = [] }: Endpoint,
  prices: readonly Price[],
  { variant, apart = [] }: Charges = {},
): UnpricedPart[] {
  const usual = isPriced(output, prices, { ...(variant !== undefined && { variant }) })
    ? []
    : usualUnits(output).filter((unit) => !statesPrice(prices, unit, variant));
  const own = apart.filter((unit) => billedApart.includes(unit) && !statesPrice(prices, unit));
  // If other variants have a price, only this one is unpriced.
  const isOfVariant = (unit: UsageUnit) => variant !== undefined && statesPrice(prices, unit);
  return [
    ...usual.map((unit) => ({ unit, variant: isOfVariant(unit) ? (variant ?? null) : null })),
    ...own.map((unit) => ({ unit, variant: null })),
  ];
}
