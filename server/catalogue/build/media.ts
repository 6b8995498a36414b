import { readFileSync } from "node:fs";
import type { UsageUnit } from "#server/providers/usage/usage.ts";
import { type AmountPer, nanoUsdPerMillion } from "./decimal.ts";
import { type Claim, plainClaim } from "./sources/claim.ts";

/**
 * A price copied by hand from the provider's own documentation, never from a page that quotes it: its address, and its
 * date, or the day it was read if it has none. A price that no such page states is left out.
 */
type MediaPrice = {
  provider: string;
  model: string;
  unit: UsageUnit;
  price: string;
  per: AmountPer;
  /** The variant of a unit with several prices, e.g. `1080p`. */
  variant?: string;
  address: string;
  asOf: string;
};
/** A media model that the sources price but do not describe. */
type MediaModel = { provider: string; model: string; name: string; releaseDate: string; contextLength?: string };
/** A unit that the provider bills at its own price, for which no other unit's price can be used. */
type BilledApart = { provider: string; model: string; unit: UsageUnit };
export type MediaFile = { prices: MediaPrice[]; billedApart: BilledApart[]; models: MediaModel[] };

/** Reads the hand-written media file in this folder. */
export function readMedia(): MediaFile {
  return JSON.parse(readFileSync(new URL("media-prices.json", import.meta.url), "utf8")) as MediaFile;
}

/** Returns the hand-written prices of one upstream model; they take precedence over the collected sources. */
export function mediaClaims(media: MediaFile, provider: string, upstreamModel: string): Claim[] {
  const rows = media.prices.filter((price) => price.provider === provider && price.model === upstreamModel);
  return rows.map((row) => {
    const source = { id: row.address, revision: row.asOf, asOf: row.asOf, rank: 4 };
    const claim = plainClaim(source, row.unit, nanoUsdPerMillion(row.price, row.per));
    return row.variant === undefined ? claim : { ...claim, variant: row.variant };
  });
}

/** Returns the units that a provider bills separately for a model, priced or not. */
export function billedApart(media: MediaFile, provider: string, upstreamModel: string): UsageUnit[] {
  const rows = media.billedApart.filter((row) => row.provider === provider && row.model === upstreamModel);
  return rows.map(({ unit }) => unit).sort();
}

/**
 * Returns whether a model is described by hand. It is listed even without a price, so that the operator can set one.
 */
export function isDescribedByHand(media: MediaFile, provider: string, upstreamModel: string): boolean {
  return media.models.some((model) => model.provider === provider && model.model === upstreamModel);
}
