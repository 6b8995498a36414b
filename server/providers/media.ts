import type { SoundFile } from "./audio/sound-file.ts";
import type { Block } from "./exchange/json.ts";
import type { Upstream } from "./upstream.ts";
import type { Usage } from "./usage/usage.ts";

/** The data that an adapter has about one attempt of a non-text request. */
export type UpstreamCall<Request> = Upstream & {
  /** The request body after guardrails, without the gateway's own fields; `model` is the requested name. */
  request: Request;
  /** The options for this provider only (`provider.options`). */
  options: Block;
  signal: AbortSignal;
  /** Downloads a file that the request gives by URL; rejects a non-public address. */
  load(url: string): Promise<LoadedMedia>;
  /**
   * Downloads a file that the upstream's response gives by URL; rejects an address that is neither public nor the
   * upstream's own.
   */
  loadResponseFile(url: string): Promise<LoadedMedia>;
};

export type LoadedMedia = { mediaType: string | undefined; data: Uint8Array };

/** The facts that an upstream reports besides its result. Without `usage`, the request is charged by an estimate. */
export type ResponseFacts = {
  usage?: Usage;
  /** The upstream's own usage block. */
  rawUsage?: Block;
  upstreamId?: string;
  /** The variant of the output, if a unit has several prices, e.g. `1080p`. */
  variant?: string;
  /** Request fields that were dropped or changed for this upstream. */
  notes?: readonly string[];
};

/** A whole response. */
export type Metered<Result> = ResponseFacts & { result: Result };

/**
 * A response in pieces as they arrive. It must throw if the upstream disconnects, because a normal end means a complete
 * response. `facts` may be called at any time and returns what is known so far.
 */
export type MeteredPieces<Piece> = { pieces: AsyncIterable<Piece>; facts(): ResponseFacts };

/**
 * The vectors of an embeddings request, one for each input in order: numbers, or little-endian float32 in base64.
 * `tokens`: the tokens of the input, if it is billed in another unit.
 */
export type Embedded = { vectors: (number[] | string)[]; tokens?: number };

/** A compacted conversation: the items to continue it with, as the provider sent them, and when. */
export type Compacted = { id: string; createdAt: number; output: Block[] };

/** A transcription request. The audio file is kept outside the body, because it is large and not text. */
export type TranscriptCall<Request> = UpstreamCall<Request> & { sound: SoundFile };

/** A transcript in the contract's terms; times in seconds. */
export type Transcript = {
  text: string;
  language?: string;
  duration?: number;
  confidence?: number;
  segments?: TranscriptSegment[];
  words?: TranscriptWord[];
};

export type TranscriptSegment = { id: number; start: number; end: number; text: string } & {
  seek?: number;
  tokens?: number[];
  temperature?: number;
  avg_logprob?: number;
  compression_ratio?: number;
  no_speech_prob?: number;
  speaker?: string;
};

export type TranscriptWord = { word: string; start: number; end: number; confidence?: number; speaker?: string };

/** What a moderation request found: a result for each text, or one for all parts. */
export type Moderated = { results: ModerationResult[] };

export type ModerationResult = {
  flagged: boolean;
  /** Null for a category that the model does not judge. */
  categories: Record<string, boolean | null>;
  category_scores: Record<string, number>;
  category_applied_input_types?: Record<string, string[]>;
};

/** Document indexes with their relevance, in any order. */
export type Reranked = { ranking: { index: number; score: number }[] };
