import type { HoursUtc } from "#server/catalogue/model.ts";
import type { UsageUnit } from "#server/providers/usage/usage.ts";

/** One source's statement of one price, before the sources are compared. */
export type Claim = {
  source: Source;
  unit: UsageUnit;
  nanoUsdPerMillion: number;
  minPromptTokens: number;
  serviceTier: string | null;
  hoursUtc?: HoursUtc;
  /** The day the stated price came or comes into force, where the source says so. */
  validFrom?: string;
  variant?: string;
};

/** A body of price data as it was read. `rank` orders sources of the same date by nearness to the provider. */
export type Source = { id: string; revision: string; asOf: string; rank: number };

/** A claim about the default tier at any hour and length, which most claims are. */
export function plainClaim(source: Source, unit: UsageUnit, nanoUsdPerMillion: number): Claim {
  return { source, unit, nanoUsdPerMillion, minPromptTokens: 0, serviceTier: null };
}
