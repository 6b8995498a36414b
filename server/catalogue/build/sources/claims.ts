import type { Modality } from "#server/catalogue/model.ts";
import type { Entry } from "../entries.ts";
import { type MediaFile, mediaClaims } from "../media.ts";
import { azureRetailClaims } from "./azure-retail.ts";
import { batchClaims } from "./batch-claims.ts";
import { hourCacheClaims } from "./cache-claims.ts";
import type { Claim } from "./claim.ts";
import { cleanClaims } from "./clean-claims.ts";
import { genaiClaims } from "./genai-prices.ts";
import { listingClaims } from "./listing.ts";
import { modelsDevClaims } from "./models-dev.ts";
import { portkeyClaims } from "./portkey.ts";
import type { Sources } from "./sources.ts";

/** Returns every source's claims about the prices of one model endpoint, without implausible ones. */
export function claimsOf(entry: Entry, output: Modality[], sources: Sources, media: MediaFile): Claim[] {
  const hosted = entry.modelsDev ? modelsDevClaims(sources.modelsDev, entry.modelsDev) : [];
  const listed = entry.listing ? listingClaims(sources.listing, entry.listing) : [];
  const own = mediaClaims(media, entry.provider.id, entry.upstreamModel);
  const named = { provider: entry.provider.id, upstreamModel: entry.upstreamModel };
  const claims = [
    ...hosted,
    // The listing and the host's entry are one source in two files, so they count only once.
    ...listed
      .filter((claim) => !hosted.some((other) => other.unit === claim.unit))
      .map((claim) => (hosted.length > 0 ? { ...claim, source: sources.modelsDev } : claim)),
    ...(entry.genaiPrices ? genaiClaims(sources.genaiPrices, entry.genaiPrices) : []),
    ...(entry.portkey ? portkeyClaims(sources.portkey, entry.portkey, output, named) : []),
    ...(entry.provider.id === "azure" ? azureRetailClaims(sources.azureRetail, entry.upstreamModel) : []),
    ...own,
  ];
  const billed = claims.filter((claim) => !billsAnotherUnit(own, claim) && !isOneOfSeveral(claims, claim));
  return cleanClaims(entry, [...billed, ...hourCacheClaims(named, billed), ...batchClaims(named, billed)], output);
}

/** Returns whether hand-written prices show that the provider bills another unit than a source claims. */
function billsAnotherUnit(own: readonly Claim[], { unit }: Claim): boolean {
  if (unit === "web_searches") return own.some((claim) => claim.unit === "grounded_requests");
  return unit.endsWith("_tokens") && billsCharacters(own);
}

/** Returns whether a source states a single price for requests that cost several, such as Perplexity's highest. */
function isOneOfSeveral(claims: readonly Claim[], { unit, variant }: Claim): boolean {
  return unit === "requests" && variant === undefined && claims.some((other) => other.unit === unit && other.variant);
}

/**
 * Returns whether speech is billed by the character: then no tokens are billed, although price lists that have no unit
 * for characters call them tokens.
 */
function billsCharacters(own: readonly Claim[]): boolean {
  return own.some(({ unit }) => unit === "characters");
}
