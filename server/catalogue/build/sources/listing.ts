import type { UsageUnit } from "#server/providers/usage/usage.ts";
import { nanoUsdPerMillion } from "../decimal.ts";
import { type Claim, plainClaim, type Source } from "./claim.ts";
import type { ListingModel } from "./raw.ts";

const RATES: Record<string, UsageUnit> = {
  prompt: "input_tokens",
  completion: "output_tokens",
  internal_reasoning: "reasoning_tokens",
  input_cache_read: "cache_read_tokens",
  input_cache_write: "cache_write_tokens",
  audio: "input_audio_tokens",
  web_search: "web_searches",
  request: "requests",
};

/** Returns the prices of a listing record: USD per unit as strings. A router's `-1` is not a price. */
export function listingClaims(source: Source, model: ListingModel): Claim[] {
  return Object.entries(RATES).flatMap(([rate, unit]) => {
    const amount = model.pricing[rate];
    if (amount === undefined || amount.startsWith("-")) return [];
    return [plainClaim(source, unit, nanoUsdPerMillion(amount, "usd-per-unit"))];
  });
}
