import type { UsageUnit } from "#server/providers/usage/usage.ts";
import type { ModelEndpoint, Price } from "./model.ts";

/** The target of an override: one or more of a provider, a model endpoint and a credential. */
export type OverrideTarget = { provider: string | null; modelEndpoint: string | null; credentialId: string | null };

/** A negotiated price, absolute or as a discount. */
export type PriceOverride = OverrideTarget & { validFrom: string; validTo?: string } & (
    | { kind: "price"; price: Omit<Price, "modelEndpoint"> }
    /** Null `unit` or `serviceTier`: all of them. */
    | { kind: "discount"; id: string; basisPoints: number; unit: UsageUnit | null; serviceTier: string | null }
  );

type AbsolutePrice = Extract<PriceOverride, { kind: "price" }>;
type Discount = Extract<PriceOverride, { kind: "discount" }>;

/** Returns whether the override applies to calls of this endpoint through this credential (null: one without an id). */
export function appliesTo(override: OverrideTarget, endpoint: ModelEndpoint, credentialId: string | null): boolean {
  return (
    (override.provider === null || override.provider === endpoint.provider) &&
    (override.modelEndpoint === null || override.modelEndpoint === endpoint.id) &&
    (override.credentialId === null || override.credentialId === credentialId)
  );
}

/**
 * Applies the overrides in force at a time to the listed rows of an endpoint. A credential's override takes precedence
 * over the endpoint's, which takes precedence over the provider's. An absolute price replaces every listed row of its
 * unit, service tier and variant, whatever their prompt length and hours; a discount is taken off the price that would
 * otherwise apply, and discounts do not add up.
 */
export function withOverrides(
  listed: readonly Price[],
  overrides: readonly PriceOverride[],
  endpoint: ModelEndpoint,
  atMs: number,
): readonly Price[] {
  const moment = new Date(atMs).toISOString();
  const current = overrides.filter(({ validFrom, validTo }) => validFrom <= moment && (!validTo || validTo > moment));
  if (current.length === 0) return listed;
  const absolute = mostSpecific(current.filter((one): one is AbsolutePrice => one.kind === "price"));
  const discounts = current.filter((one): one is Discount => one.kind === "discount");
  const replaced = new Set(absolute.map(({ price }) => thingOf(price)));
  return [
    ...listed.filter((row) => !replaced.has(thingOf(row))).map((row) => applyDiscount(row, 0, discounts)),
    ...absolute.map((override) =>
      applyDiscount({ ...override.price, modelEndpoint: endpoint.id }, specificity(override), discounts),
    ),
  ];
}

function mostSpecific(overrides: readonly AbsolutePrice[]): AbsolutePrice[] {
  const groups = Map.groupBy(overrides, ({ price }) => thingOf(price));
  return [...groups.values()].flatMap((group) => {
    const most = Math.max(...group.map(specificity));
    return group.filter((override) => specificity(override) === most);
  });
}

function applyDiscount(row: Price, rowSpecificity: number, discounts: readonly Discount[]): Price {
  let best: Discount | undefined;
  for (const discount of discounts) {
    const isFor =
      (discount.unit === null || discount.unit === row.unit) &&
      (discount.serviceTier === null || discount.serviceTier === row.serviceTier);
    if (!isFor || specificity(discount) <= rowSpecificity) continue;
    if (!best || rankDiscount(discount) > rankDiscount(best)) best = discount;
  }
  return best ? { ...row, discount: { id: best.id, basisPoints: best.basisPoints } } : row;
}

/** Sorts more specific targets first; for the same target, the discount that specifies more. */
function rankDiscount(discount: Discount): number {
  return specificity(discount) * 4 + (discount.unit === null ? 0 : 2) + (discount.serviceTier === null ? 0 : 1);
}

function specificity({ credentialId, modelEndpoint, provider }: OverrideTarget): number {
  return (credentialId === null ? 0 : 4) + (modelEndpoint === null ? 0 : 2) + (provider === null ? 0 : 1);
}

function thingOf({ unit, serviceTier, variant }: Pick<Price, "unit" | "serviceTier" | "variant">): string {
  return `${unit} ${serviceTier} ${variant}`;
}
