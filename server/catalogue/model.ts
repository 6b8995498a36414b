import type { UsageUnit } from "#server/providers/usage/usage.ts";

export type Modality =
  | "text"
  | "image"
  | "file"
  | "audio"
  | "video"
  | "embeddings"
  | "rerank"
  | "speech"
  | "transcription";

/** A model as the world names it, whoever serves it. */
export type Model = {
  /** `author/slug`, e.g. `anthropic/claude-sonnet-4.5`. */
  id: string;
  canonicalSlug: string;
  name: string;
  description: string;
  /** Unix seconds of the release. */
  created: number;
  inputModalities: Modality[];
  outputModalities: Modality[];
  tokenizer: string;
  contextLength: number | null;
  knowledgeCutoff: string | null;
  /** Day (YYYY-MM-DD, UTC) on which its vendor ends it; absent: not known to end. */
  expirationDate?: string;
  /** Other names this model is asked for by: bare upstream names, dated snapshots. Unique over the catalogue. */
  aliases?: string[];
};

/** One provider serving one model. */
export type ModelEndpoint = {
  /** `<model id>@<provider id>`, with a `:<variant>` where a provider serves a model more than once. */
  id: string;
  model: string;
  provider: string;
  /** The model's name at the upstream. */
  upstreamModel: string;
  contextLength: number | null;
  maxOutputTokens: number | null;
  maxPromptTokens: number | null;
  quantization: string | null;
  supportedParameters: string[];
  supportsImplicitCaching: boolean;
  /** Does the provider keep no prompts at all / train on them? From its public policy; unknown is false / true. */
  zeroDataRetention: boolean;
  trainsOnPrompts: boolean;
  /** No source states a price for what this endpoint bills: not free, but unknown. */
  unpriced?: boolean;
  /** Units billed at a price of their own, for which the price of no other unit stands in. */
  billedApart?: UsageUnit[];
};

/** One effective-dated, append-only price. */
export type Price = {
  id: string;
  modelEndpoint: string;
  unit: UsageUnit;
  /** Integer: nano-USD for a million units (1 USD per million tokens = 1e9). */
  nanoUsdPerMillion: number;
  /** The price holds for prompts of at least this many tokens; 0: always. */
  minPromptTokens: number;
  /** Service tier the price is for; null: the default tier. */
  serviceTier: string | null;
  source: string;
  sourceRevision: string;
  /** Date (YYYY-MM-DD) the source states or was taken. */
  asOf: string;
  /** Sources disagree: the newest source's price is charged, the highest is reserved. */
  disputed: boolean;
  /** The highest price any source states, where it is above `nanoUsdPerMillion`; absent: the same. */
  reserveNanoUsdPerMillion?: number;
  /** How many sources state exactly this price; absent: one. */
  agreeing?: number;
  /** What other sources state instead. */
  dissent?: PriceStatement[];
  /** The price holds only in these hours of the UTC day, and then stands before the row without hours. */
  hoursUtc?: HoursUtc;
  /** First day (YYYY-MM-DD, UTC) or moment (ISO 8601) the price holds; absent: it already does. */
  validFrom?: string;
  /** The moment (ISO 8601, UTC) it no longer holds; absent: not known to end. */
  validTo?: string;
  /** What the price is for where one unit has several, e.g. `1080p`; absent: the default. */
  variant?: string;
  /** Where the row is from; absent: the shipped snapshot. */
  origin?: "refresh" | "override";
  /** A refresh says that this is no longer charged for: the row hides those it stands before, and is no price itself. */
  withdrawn?: true;
  /** A negotiated discount off this price, and the override that grants it. */
  discount?: { id: string; basisPoints: number };
};

/** Minutes since midnight UTC, start included, end excluded; an end before the start runs over midnight. */
export type HoursUtc = { startMinute: number; endMinute: number };

export type PriceStatement = { source: string; asOf: string; nanoUsdPerMillion: number };

/** Public facts about a provider; null where not known. */
export type ProviderFacts = {
  id: string;
  name: string;
  slug: string;
  privacyPolicyUrl: string | null;
  termsOfServiceUrl: string | null;
  statusPageUrl: string | null;
  /** ISO 3166-1 alpha-2. */
  headquarters: string | null;
};

/** Where a part of the snapshot comes from. */
export type SourceNotice = { source: string; revision: string; asOf: string; license: string; address: string };

/** Models with the endpoints that serve them and their prices. */
export type Addition = { models: readonly Model[]; endpoints: readonly ModelEndpoint[]; prices: readonly Price[] };

export type Snapshot = {
  revision: string;
  models: Model[];
  endpoints: ModelEndpoint[];
  prices: Price[];
  providers?: ProviderFacts[];
  notices?: SourceNotice[];
};
