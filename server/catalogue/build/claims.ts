import type { Modality } from "../model.ts";
import type { Claim } from "./claim.ts";
import { cleanClaims } from "./clean-claims.ts";
import type { Entry } from "./entries.ts";
import { genaiClaims } from "./genai-prices.ts";
import { listingClaims } from "./listing.ts";
import { type MediaFile, mediaClaims } from "./media.ts";
import { modelsDevClaims } from "./models-dev.ts";
import { portkeyClaims } from "./portkey.ts";
import type { Sources } from "./sources.ts";

/** Everything the sources say about what one model endpoint bills, with what cannot be a price taken out. */
export function claimsOf(entry: Entry, output: Modality[], sources: Sources, media: MediaFile): Claim[] {
  const hosted = entry.modelsDev ? modelsDevClaims(sources.modelsDev, entry.modelsDev) : [];
  const listed = entry.listing ? listingClaims(sources.listing, entry.listing) : [];
  const own = mediaClaims(media, entry.provider.id, entry.upstreamModel);
  const claims = [
    ...hosted,
    // The listing and the host's entry are one source in two files, so that they do not count twice.
    ...listed.filter((claim) => !hosted.some((other) => other.unit === claim.unit)),
    ...(entry.genaiPrices ? genaiClaims(sources.genaiPrices, entry.genaiPrices) : []),
    ...(entry.portkey ? portkeyClaims(sources.portkey, entry.portkey, output, entry.provider.id) : []),
    ...own,
  ];
  return cleanClaims(
    entry,
    byCharacter(own) ? claims.filter((claim) => !claim.unit.endsWith("_tokens")) : claims,
    output,
  );
}

/** Who bills speech by the character bills no tokens too, though a price list without characters calls them so. */
function byCharacter(own: readonly Claim[]): boolean {
  return own.some(({ unit }) => unit === "characters");
}
