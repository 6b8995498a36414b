import type { HoursUtc } from "#server/catalogue/model.ts";
import type { UsageUnit } from "#server/providers/usage/usage.ts";

/** One source's claim about one price, before the sources are compared. */
export type Claim = {
  source: Source;
  unit: UsageUnit;
  nanoUsdPerMillion: number;
  minPromptTokens: number;
  serviceTier: string | null;
  hoursUtc?: HoursUtc;
  /** The day the price takes effect, if the source states it. */
  validFrom?: string;
  variant?: string;
  /** Of a price in one region (`variant`): the same source's price in all other regions. */
  elsewhere?: number;
};

/** A set of price data as it was read. `rank` orders sources of the same date by closeness to the provider. */
export type Source = { id: string; revision: string; asOf: string; rank: number };

/** Returns a claim about the default tier at any time and length, like most claims. */
export function plainClaim(source: Source, unit: UsageUnit, nanoUsdPerMillion: number): Claim {
  return { source, unit, nanoUsdPerMillion, minPromptTokens: 0, serviceTier: null };
}
