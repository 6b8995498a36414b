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
  | "transcription"
  | "moderation";

/**
 * Day (YYYY-MM-DD, UTC) from which a provider no longer serves a model, and the model that it recommends instead: an id
 * of the catalogue, or the provider's name for it. Callers see what `successorOf` returns.
 */
export type Retirement = { retiresOn: string; successor?: string };

/** A model, independent of who serves it. */
export type Model = {
  /** `author/slug`, e.g. `anthropic/claude-sonnet-4.5`. */
  id: string;
  canonicalSlug: string;
  name: string;
  description: string;
  /** Unix seconds of the release. */
  created: number;
  /** No source states when it was released: `created` is when it was first seen. */
  isUndated?: true;
  inputModalities: Modality[];
  outputModalities: Modality[];
  tokenizer: string;
  contextLength: number | null;
  knowledgeCutoff: string | null;
  /** When its maker retires it; others may still serve it. Absent: not announced. */
  retirement?: Retirement;
  /** Other names for this model: bare upstream names, dated snapshots. Unique over the catalogue. */
  aliases?: string[];
};

/** One provider serving one model. */
export type ModelEndpoint = {
  /** `<model id>@<provider id>`, with a `:<variant>` if a provider serves a model more than once. */
  id: string;
  model: string;
  provider: string;
  /** The upstream's name of the model. */
  upstreamModel: string;
  contextLength: number | null;
  maxOutputTokens: number | null;
  maxPromptTokens: number | null;
  quantization: string | null;
  supportedParameters: string[];
  supportsImplicitCaching: boolean;
  /** By its public policy, the provider stores no prompts / trains on prompts; unknown counts as false / true. */
  zeroDataRetention: boolean;
  trainsOnPrompts: boolean;
  /** No source states a price for this endpoint: its cost is unknown, not zero. */
  unpriced?: boolean;
  /** Units billed at their own price, for which no other unit's price can be used. */
  billedApart?: UsageUnit[];
  /** Absent: not announced. */
  retirement?: Retirement;
};

/** One effective-dated, append-only price. */
export type Price = {
  id: string;
  modelEndpoint: string;
  unit: UsageUnit;
  /** Integer: nano-USD per million units (1 USD per million tokens = 1e9). */
  nanoUsdPerMillion: number;
  /** The price applies to prompts of at least this many tokens; 0: always. */
  minPromptTokens: number;
  /** Service tier of the price; null: the default tier. */
  serviceTier: string | null;
  source: string;
  sourceRevision: string;
  /** Date (YYYY-MM-DD) that the source states or on which it was read. */
  asOf: string;
  /** Sources disagree: the newest source's price is charged, and the highest price is reserved. */
  disputed: boolean;
  /** The highest price any source states, if it is above `nanoUsdPerMillion`; absent: the same. */
  reserveNanoUsdPerMillion?: number;
  /** Number of sources that state exactly this price; absent: one. */
  agreeing?: number;
  /** Conflicting prices of other sources. */
  dissent?: PriceStatement[];
  /** The price applies only in these hours of the UTC day, and then takes precedence over the row without hours. */
  hoursUtc?: HoursUtc;
  /** First day (YYYY-MM-DD, UTC) or moment (ISO 8601) of the price; absent: already in force. */
  validFrom?: string;
  /** The moment (ISO 8601, UTC) it ends; absent: none known. */
  validTo?: string;
  /** The variant of a unit with several prices, e.g. `1080p`; absent: the default. */
  variant?: string;
  /** Origin of the row; absent: the shipped snapshot. */
  origin?: "refresh" | "override";
  /**
   * A refresh states that this is no longer charged: the row hides the ones it takes precedence over, and is not a
   * price itself.
   */
  withdrawn?: true;
  /** A negotiated discount on this price, and the override that grants it. */
  discount?: { id: string; basisPoints: number };
};

/** Minutes since midnight UTC, start included, end excluded; an end before the start wraps around midnight. */
export type HoursUtc = { startMinute: number; endMinute: number };

export type PriceStatement = { source: string; asOf: string; nanoUsdPerMillion: number };

/** Public facts about a provider; null if unknown. */
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

/** The source of a part of the snapshot. */
export type SourceNotice = { source: string; revision: string; asOf: string; license: string; address: string };

/** Models with the endpoints that serve them and their prices. */
export type Addition = { models: readonly Model[]; endpoints: readonly ModelEndpoint[]; prices: readonly Price[] };

export type Snapshot = {
  revision: string;
  models: Model[];
  endpoints: ModelEndpoint[];
  prices: Price[];
  providers?: ProviderFacts[];
  /** Models that nobody serves any longer. */
  retired?: Model[];
  notices?: SourceNotice[];
};
