import type { LanguageModelV4, LanguageModelV4CallOptions } from "@ai-sdk/provider";
import type { CompactionRequest } from "#lib/contract/compaction.ts";
import type { EmbeddingsRequest } from "#lib/contract/embeddings.ts";
import type { ModerationRequest } from "#lib/contract/moderations.ts";
import type { RerankRequest } from "#lib/contract/rerank.ts";
import type { SpeechRequest } from "#lib/contract/speech.ts";
import type { TranscriptionRequest } from "#lib/contract/transcriptions.ts";
import type { TranslationRequest } from "#lib/contract/translations.ts";
import type { ProviderBatches } from "./batch.ts";
import type { StructuredCredential, Transport } from "./cloud/transport.ts";
import type { Block } from "./exchange/json.ts";
import type { ImageMaker } from "./image/maker.ts";
import type {
  Compacted,
  Embedded,
  Metered,
  MeteredPieces,
  Moderated,
  Reranked,
  Transcript,
  TranscriptCall,
  UpstreamCall,
} from "./media.ts";
import type { RejectsFormat } from "./requests/rejected-format.ts";
import type { ToolIds } from "./requests/tool-ids.ts";
import type { ToolNames } from "./requests/tool-names.ts";
import type { TokenCount } from "./token-count.ts";
import type { Note, Upstream } from "./upstream.ts";
import type { OtherUsage, Usage } from "./usage/usage.ts";
import type { VideoMaker } from "./video.ts";
import type { PartReader } from "./wire/part-reader.ts";

export type DialectId = "responses" | "messages" | "chat" | "completions";

/** The providers whose neutral models have options of their own. */
export type ProviderFamily = "openai" | "anthropic" | "google";

/** The betas that an endpoint knows. `parts`: names that combine several of them. */
export type KnownBetas = { names: readonly string[]; parts: Readonly<Record<string, readonly string[]>> };

/** How a provider speaks a dialect natively, so that request bodies can pass through. */
export type NativeText = {
  /** Appended to the base URL. */
  path: string;
  headers(credential: string): Record<string, string>;
  /** Names (lower case) of caller headers that belong to the dialect and are passed on, e.g. `anthropic-beta`. */
  callerHeaders?: readonly string[];
  /** The values of `anthropic-beta` that it knows, if it rejects any other. */
  betas?: KnownBetas;
  /** Matches the models (upstream names) that have this dialect; absent: all. */
  models?: RegExp;
  /** Matches the models (upstream names) that respond only with a stream, which is collected for other requests. */
  onlyStreams?: RegExp;
  /**
   * Makes the last change to the (cloned) body before it is sent; `model` is already replaced. `notes` gets what the
   * caller should know of it.
   */
  prepare?(body: Record<string, unknown>, notes: string[]): Record<string, unknown>;
  /** Absent if it accepts any tool call id. */
  toolIds?: ToolIds;
  /** Set if the arguments of a function must be an object without alternatives (`objectSchema`). */
  objectSchemas?: true;
  /**
   * Set if the dialect's other providers reject its signed or encrypted reasoning: the gateway marks it with the
   * provider's id and sends it back only there. Such a provider accepts reasoning without a signature.
   */
  sealsReasoning?: true;
  /** The fields of this API's chat bodies beyond OpenAI's that it takes or ignores; absent: none. */
  extensions?: readonly string[] | "all";
  /** Returns fields of the dialect that it rejects for a model (upstream name). */
  lacks?(model: string, body: Record<string, unknown>): readonly string[];
  /** Fields of chat messages that it rejects. */
  lacksInMessages?: readonly string[];
  /** Returns whether it rejects a request that `text` can send; absent if it rejects none. */
  rejects?(request: NativeRequest): boolean;
  /** Set if it rejects `reasoning_details` and `extra_content` in the messages of a chat body. */
  lacksReasoningDetails?: true;
  /** Set if it rejects or ignores the dialect's web search tool. */
  lacksWebSearch?: true;
  /** Reads the dialect's usage block, whole or merged from its events. */
  usage(raw: Record<string, unknown>): Usage;
  /**
   * Returns the billed units of a finished output item that the usage block does not count. `seen`: the things of
   * earlier items that are billed only once per response.
   */
  billedItem?(item: Record<string, unknown>, seen: Set<unknown>): Usage | undefined;
  /** Returns the billed units of every response of a model (upstream name) that the usage block does not count. */
  billedResponse?(model: string): Usage | undefined;
  /** Returns the variant (`Price.variant`) that a request body asks for, if a unit has several prices. */
  variant?(body: Record<string, unknown>): string | undefined;
};

/** A text request for a model (upstream name). `credential` is empty if it is not known yet. */
export type NativeRequest = {
  dialect: DialectId;
  body: Record<string, unknown>;
  model: string;
  credential: string;
};

/** A free GET below the base URL that succeeds only with a valid key. */
export type KeyProbe = { path: string; headers(credential: string): Record<string, string> };

/** A GET below the base URL that returns `{ data: [{ id }] }`. */
export type ModelList = { path: string; headers(credential: string): Record<string, string> };

/** One upstream: only the operations it supports. */
export type Provider = {
  id: string;
  name: string;
  baseUrl: string;
  /** Environment variable of the system credential, e.g. `OPENAI_API_KEY`; absent if the upstream needs no key. */
  keyVariable?: string;
  /**
   * The provider with the same `keyVariable`. If the operator has set that one's address, the key belongs to the server
   * there, and is not sent to this provider.
   */
  sharesKeyOf?: string;
  /** Environment variable of a key that only some installations require. */
  optionalKeyVariable?: string;
  /** Environment variable that replaces the base URL, e.g. `OPENAI_BASE_URL`. */
  baseUrlVariable: string;
  /** An administrator added it, so its address may be private only if the operator allows that host. */
  isCustom?: true;
  /** The neutral text model (AI SDK specification), loaded on first use. */
  text?(upstream: Upstream): Promise<LanguageModelV4>;
  /** The provider whose options that model reads; absent if it speaks chat completions. */
  family?: ProviderFamily;
  /** Set if that model takes the arguments of tool calls as values: it would send text as a field of its own. */
  takesCallValues?: true;
  /** The least output limit, in tokens, that this model's API takes: a smaller one is raised. Absent: any. */
  leastOutputTokens?: number;
  /** Set if it rejects an output limit above the most that a model can write. */
  rejectsLongOutput?: true;
  /** Set if the upstream accepts tool calls and results of earlier turns only in a request with tools. */
  callsNeedTools?: true;
  /** Returns why the upstream rejects a JSON format of the response, which the prompt then describes; absent: never. */
  rejectsFormat?: RejectsFormat;
  /** Set if that model cannot send the reasoning of earlier turns. */
  omitsReasoning?: true;
  /**
   * Changes a neutral request in place so that the upstream takes it for a model (upstream name); `notes` gets what the
   * caller should know of it. Absent if it takes every request that the neutral model sends.
   */
  fitText?(options: LanguageModelV4CallOptions, model: string, notes: string[]): void;
  /** Set if that model, which belongs to no family, has a web search: a provider tool named `web_search`. */
  textSearch?: true;
  /** Set if its models may search the web in a request without tools. */
  searchesUnasked?: true;
  /**
   * Returns the variant (`Price.variant`) of a text response if a unit has several prices in every dialect. `usage`:
   * what the response reports; absent before it.
   */
  textVariant?(body: Record<string, unknown>, usage?: Record<string, unknown>): string | undefined;
  /** Returns a reader for parts that the SDK package ignores or rejects; one for each stream. */
  textReader?(note: Note): PartReader;
  /** The dialect between the neutral model and the upstream; absent if it is a format of the provider's own. */
  textDialect?: Exclude<DialectId, "completions">;
  /** The tool call ids that the neutral model's upstream accepts; absent: any. */
  textToolIds?: ToolIds;
  /** The tool names it accepts; absent: any. */
  textToolNames?: ToolNames;
  /** Set if the arguments of a function must be an object without alternatives (`objectSchema`). */
  textObjectSchemas?: true;
  /**
   * The options that the neutral model can send, by their names in chat completions: each returns the model's own
   * option, or undefined for a value that it does not have. All others are dropped. Absent: it sends any.
   */
  textOptions?: Readonly<Record<string, (value: unknown) => Record<string, unknown> | undefined>>;
  /** Reads `usage.raw` (and the parsed usage) of the neutral model into our units. */
  textUsage?(usage: import("@ai-sdk/provider").LanguageModelV4Usage): Usage;
  /** Returns the cost in nano-USD that the upstream reports in its usage block; undefined if it reports none. */
  reportedCost?(raw: Record<string, unknown>): number | undefined;
  /** Returns the usage of other models than the requested one in a usage block; `textUsage` and `usage` include it. */
  otherUsage?(raw: Record<string, unknown>): OtherUsage[];
  native?: Partial<Record<DialectId, NativeText>>;
  /**
   * Returns the adapter for a text request that `native` accepts but does not honor; undefined if it honors it. The
   * same adapter each time, with the same id.
   */
  instead?(request: NativeRequest): Provider | undefined;
  /** Set if it loads no image or document URLs: the gateway sends their content. */
  needsContent?: true;
  /**
   * Counts the input of a messages request, natively or as `text` would send it; absent if there is no such endpoint.
   */
  tokenCount?: TokenCount;
  /** Service tiers with separate prices; all other tiers cost the same as the default. */
  soldTiers?: readonly string[];
  /** Runs requests as a batch, at the prices of the service tier `batch`. */
  batches?: ProviderBatches;
  /** Compacts a conversation in the responses dialect. */
  compact?(call: UpstreamCall<CompactionRequest>): Promise<Metered<Compacted>>;
  embed?(call: UpstreamCall<EmbeddingsRequest>): Promise<Metered<Embedded>>;
  rerank?(call: UpstreamCall<RerankRequest>): Promise<Metered<Reranked>>;
  moderate?(call: UpstreamCall<ModerationRequest>): Promise<Metered<Moderated>>;
  image?: ImageMaker;
  /** Speaks a text as MP3 or 24 kHz PCM, in pieces as they arrive. */
  speak?(call: UpstreamCall<SpeechRequest>): Promise<MeteredPieces<Uint8Array>>;
  /**
   * Speaks a request in Google's form, which passes through: one response, or those of a stream if the request has
   * `stream`.
   */
  speakContent?(call: UpstreamCall<Block>): Promise<Metered<Block> | MeteredPieces<Block>>;
  transcribe?(call: TranscriptCall<TranscriptionRequest>): Promise<Metered<Transcript>>;
  /** Matches the models (upstream names) that say who speaks in each segment; absent: none. */
  separatesSpeakers?: RegExp;
  /** How it translates speech to English text; `models`: the upstream names of the models that can. */
  translate?: { models: RegExp; run(call: TranscriptCall<TranslationRequest>): Promise<Metered<Transcript>> };
  video?: VideoMaker;
  /** The model list in OpenAI's form; absent if a catalogue source describes its models. */
  modelList?: ModelList;
  /** How to check a key; absent if no key is needed. */
  probe?: KeyProbe;
  /** Addresses and signs each request; the adapter then gets no credential. Absent: the adapter does both itself. */
  transport?: Transport;
  /** Reads a credential that has several parts; absent: it is one key. */
  structured?: StructuredCredential;
  /**
   * Returns the adapter for a model (upstream name), of a provider that serves models in different dialects. The same
   * adapter each time, with the same id.
   */
  serving?(model: string): Provider;
};
