import { readFileSync } from "node:fs";
import type { UsageUnit } from "#server/providers/usage/usage.ts";
import { type AmountPer, nanoUsdPerMillion } from "./decimal.ts";
import { type Claim, plainClaim } from "./sources/claim.ts";

/**
 * A price copied by hand from the vendor's own documentation, never from a page that quotes it: its address, and its
 * date, or the day on which it was read where it has none. What no such page states has no price.
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
type MediaModel = { provider: string; model: string; name: string; releaseDate: string; contextLength?: string } & {
  /** Day on which the vendor ends it; other servers of its dialect may go on. */
  expirationDate?: string;
};
/** A unit that the vendor bills at a price of its own, which no other unit's price stands in for. */
type BilledApart = { provider: string; model: string; unit: UsageUnit };
export type MediaFile = { prices: MediaPrice[]; billedApart: BilledApart[]; models: MediaModel[] };

/** The hand-kept media file beside this one. */
export function readMedia(): MediaFile {
  return JSON.parse(readFileSync(new URL("media-prices.json", import.meta.url), "utf8")) as MediaFile;
}

/** The day on which a vendor ends a model, as the hand-kept file says. */
export function expirationDate(media: MediaFile, provider: string, upstreamModel: string): string | undefined {
  return media.models.find((one) => one.provider === provider && one.model === upstreamModel)?.expirationDate;
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

/** What a vendor bills one of its models apart for, priced or not. */
export function billedApart(media: MediaFile, provider: string, upstreamModel: string): UsageUnit[] {
  const rows = media.billedApart.filter((row) => row.provider === provider && row.model === upstreamModel);
  return rows.map(({ unit }) => unit).sort();
}

/** Is a model described by hand? It is listed without a price too, so that the operator can set one. */
export function isDescribedByHand(media: MediaFile, provider: string, upstreamModel: string): boolean {
  return media.models.some((model) => model.provider === provider && model.model === upstreamModel);
}
