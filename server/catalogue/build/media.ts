import { readFileSync } from "node:fs";
import type { UsageUnit } from "#server/providers/usage.ts";
import { type Claim, plainClaim } from "./claim.ts";
import { type AmountPer, nanoUsdPerMillion } from "./decimal.ts";

/**
 * A price copied by hand from the vendor's own page, or from one that quotes it where that is not to be had: the address
 * is that of the page that was read, with the day of it.
 */
type MediaPrice = {
  provider: string;
  model: string;
  unit: UsageUnit;
  price: string;
  per: AmountPer;
  /** What the price is for where one unit has several, e.g. `1080p`. */
  variant?: string;
  address: string;
  asOf: string;
};
/** A media model that the sources price but do not describe. */
type MediaModel = { provider: string; model: string; name: string; releaseDate: string; contextLength?: string };
export type MediaFile = { prices: MediaPrice[]; models: MediaModel[] };

/** The hand-kept media file beside this one. */
export function readMedia(): MediaFile {
  return JSON.parse(readFileSync(new URL("media-prices.json", import.meta.url), "utf8")) as MediaFile;
}

/** The hand-kept prices of one upstream model; they stand over what the collected sources say. */
export function mediaClaims(media: MediaFile, provider: string, upstreamModel: string): Claim[] {
  const rows = media.prices.filter((price) => price.provider === provider && price.model === upstreamModel);
  return rows.map((row) => {
    const source = { id: row.address, revision: row.asOf, asOf: row.asOf, rank: 4 };
    const claim = plainClaim(source, row.unit, nanoUsdPerMillion(row.price, row.per));
    return row.variant === undefined ? claim : { ...claim, variant: row.variant };
  });
}
