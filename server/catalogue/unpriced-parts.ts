import type { UsageUnit } from "#server/providers/usage/usage.ts";
import type { Modality, ModelEndpoint, Price } from "./model.ts";
import { type Charges, isPriced, statesPrice, usualUnits } from "./priced.ts";

/** A unit that is charged for and has no price; `variant`: none for that. */
export type UnpricedPart = { unit: UsageUnit; variant: string | null };

type Endpoint = Pick<ModelEndpoint, "billedApart">;

/** Is there a price for all that a model endpoint charges for, for calls of one kind? */
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
 * What a model endpoint charges for that no price is known of, for calls of one kind (`charges`). A price for one of the
 * units that its model may be billed by is enough for those; what is billed apart needs its own.
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
  // Where other variants have a price, only this one has none.
  const isOfVariant = (unit: UsageUnit) => variant !== undefined && statesPrice(prices, unit);
  return [
    ...usual.map((unit) => ({ unit, variant: isOfVariant(unit) ? (variant ?? null) : null })),
    ...own.map((unit) => ({ unit, variant: null })),
  ];
}
