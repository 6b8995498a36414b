import type { Price } from "#server/catalogue/model.ts";
import type { UsageUnit } from "#server/providers/usage/usage.ts";

/** 1 USD per million tokens is 1000 nano-USD a token. */
export const USD = 1_000_000_000;

/** A price row like the catalogue's; its id names the unit and what the row applies to. */
export function price(unit: UsageUnit, usdPerMillion: number, more: Partial<Price> = {}): Price {
  const scope = [more.minPromptTokens ?? 0, more.serviceTier ?? "", more.variant ?? ""].join("/");
  return {
    id: `${unit}/${scope}`,
    modelEndpoint: "a/b@c",
    unit,
    nanoUsdPerMillion: Math.round(usdPerMillion * USD),
    minPromptTokens: 0,
    serviceTier: null,
    source: "test",
    sourceRevision: "1",
    asOf: "2026-11-01",
    disputed: false,
    ...more,
  };
}
