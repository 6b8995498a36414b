import type { LanguageModelV4 } from "@ai-sdk/provider";
import type { EmbeddingsRequest } from "#lib/contract/embeddings.ts";
import type { RerankRequest } from "#lib/contract/rerank.ts";
import type { SpeechRequest } from "#lib/contract/speech.ts";
import type { TranscriptionRequest } from "#lib/contract/transcriptions.ts";
import type { ImageMaker } from "./image/maker.ts";
import type { Asked, AskedTranscript, Embedded, Metered, MeteredPieces, Reranked, Transcript } from "./media.ts";
import type { ToolIds } from "./requests/tool-ids.ts";
import type { ToolNames } from "./requests/tool-names.ts";
import type { TokenCount } from "./token-count.ts";
import type { OtherUsage, Usage } from "./usage/usage.ts";
import type { VideoMaker } from "./video.ts";
import type { PartReader } from "./wire/part-reader.ts";

export type DialectId = "responses" | "messages" | "chat";

/** Where and as whom an adapter calls. It reads no database, no clock and no environment. */
export type Upstream = {
  /** The model's name at the upstream. */
  model: string;
  /** Empty when the upstream needs no key. */
  credential: string;
  /** Without a trailing slash, in the form the vendor's own SDK takes it. */
  baseUrl: string;
  fetch: typeof fetch;
  /** Is told what of an answer the neutral form has no place for. */
  note?: Note;
  /** Is told what of an answer is billed and the neutral form has no place for. */
  bill?: BillNotes;
  /** Is called for each event of a stream: those that say nothing (pings) never become a part. */
  heard?: () => void;
};

/** Takes what an answer says of its bill, as it comes. */
export type BillNotes = {
  /** What is billed and in no usage block, e.g. a search. */
  used(usage: Usage): void;
  /** A usage block in the provider's own form, before a package reads it. */
  block(raw: Record<string, unknown>): void;
};

/** Takes the kind of something that is left out of an answer, e.g. `future_block`; the same kind any number of times. */
export type Note = (kind: string) => void;

/** How a provider speaks a dialect itself, so that the caller's body can pass through. */
export type NativeText = {
  /** Appended to the base URL. */
  path: string;
  headers(credential: string): Record<string, string>;
  /** Names (lower case) of the caller's own headers that belong to the dialect and are sent on, e.g. `anthropic-beta`. */
  callerHeaders?: readonly string[];
  /** Last change to the (cloned) body before it is sent; `model` is already replaced. */
  prepare?(body: Record<string, unknown>): Record<string, unknown>;
  /** Absent: it takes any id of a tool call. */
  toolIds?: ToolIds;
  /** Reads the dialect's usage block, whole or merged from its events. */
  usage(raw: Record<string, unknown>): Usage;
  /** What a finished output item is billed by that the usage block does not count. */
  billedItem?(item: Record<string, unknown>): Usage | undefined;
  /** What every answer of a model (its upstream name) is billed by that the usage block does not count. */
  billedAnswer?(model: string): Usage | undefined;
  /** The variant (`Price.variant`) of what a request body asks for, where a unit has several prices. */
  variant?(body: Record<string, unknown>): string | undefined;
};

/** A GET below the base URL that costs nothing and that a provider answers to whoever has a valid key. */
export type KeyProbe = { path: string; headers(credential: string): Record<string, string> };

/** A GET below the base URL that returns `{ data: [{ id }] }`. */
export type ModelList = { path: string; headers(credential: string): Record<string, string> };

/** One upstream: the operations it supports, and nothing else. */
export type Provider = {
  id: string;
  name: string;
  baseUrl: string;
  /** Environment variable that holds the house key, e.g. `OPENAI_API_KEY`; none: the upstream needs no key. */
  keyVariable?: string;
  /** Environment variable that holds a key some installations ask for; the upstream works without one. */
  optionalKeyVariable?: string;
  /** Environment variable that replaces the base URL, e.g. `OPENAI_BASE_URL`. */
  baseUrlVariable: string;
  /** The neutral text model (AI SDK specification); loaded when first used. */
  text?(upstream: Upstream): Promise<LanguageModelV4>;
  /** Reads what the neutral model's package passes over or refuses; one a stream. */
  textReader?(note: Note): PartReader;
  /** The dialect in which the neutral model talks to the upstream; absent: in one of the vendor's own. */
  textDialect?: DialectId;
  /** What the neutral model's upstream takes as the id of a tool call; absent: any. */
  textToolIds?: ToolIds;
  /** What it takes as the name of a tool; absent: any. */
  textToolNames?: ToolNames;
  /** Reads `usage.raw` (and the parsed usage) of the neutral model into our units. */
  textUsage?(usage: import("@ai-sdk/provider").LanguageModelV4Usage): Usage;
  /** What the upstream says in its usage block that a call costs, nano-USD; undefined where it does not say. */
  reportedCost?(raw: Record<string, unknown>): number | undefined;
  /** The part of a usage block that other models than the one asked for used; `textUsage` and `usage` include it. */
  otherUsage?(raw: Record<string, unknown>): OtherUsage[];
  native?: Partial<Record<DialectId, NativeText>>;
  /** Counts the input of a messages request, as it is sent natively or by `text`; absent: there is no such endpoint. */
  tokenCount?: TokenCount;
  /** Service tiers that it sells at prices of their own; any other costs what the default one does. */
  soldTiers?: readonly string[];
  embed?(asked: Asked<EmbeddingsRequest>): Promise<Metered<Embedded>>;
  rerank?(asked: Asked<RerankRequest>): Promise<Metered<Reranked>>;
  image?: ImageMaker;
  /** Speaks a text, as MP3 or 24 kHz PCM, in pieces as they come. */
  speak?(asked: Asked<SpeechRequest>): Promise<MeteredPieces<Uint8Array>>;
  transcribe?(asked: AskedTranscript<TranscriptionRequest>): Promise<Metered<Transcript>>;
  video?: VideoMaker;
  /** Where it lists its models, in OpenAI's form; absent where a source of the catalogue describes them. */
  modelList?: ModelList;
  /** How to find out whether a key is valid; absent where no key is needed. */
  probe?: KeyProbe;
};
