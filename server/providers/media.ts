import type { SoundFile } from "./audio/sound-file.ts";
import type { Block } from "./exchange/json.ts";
import type { Upstream } from "./provider.ts";
import type { Usage } from "./usage/usage.ts";

/** Everything an adapter may know about one attempt of a call that is no text. */
export type Asked<Request> = Upstream & {
  /** The caller's body, guarded, without the fields that are the gateway's alone; `model` is the caller's name. */
  request: Request;
  /** What the caller wants passed on to this provider alone (`provider.options`). */
  options: Block;
  signal: AbortSignal;
  /** Loads a file that the caller names by its address; refuses one that is not public. */
  load(url: string): Promise<LoadedMedia>;
  /** Loads a file that the upstream's answer names by its address; refuses one that is neither public nor its own. */
  loadAnswer(url: string): Promise<LoadedMedia>;
};

export type LoadedMedia = { mediaType: string | undefined; data: Uint8Array };

/** What an upstream tells beside its answer. Without `usage` the call is charged by an estimate. */
export type ResponseFacts = {
  usage?: Usage;
  /** The upstream's own usage block. */
  rawUsage?: Block;
  upstreamId?: string;
  /** What was made, where a unit has several prices, e.g. `1080p`. */
  variant?: string;
  /** What of the request the upstream could not be asked. */
  notes?: readonly string[];
};

/** A whole answer. */
export type Metered<Result> = ResponseFacts & { result: Result };

/**
 * An answer in pieces, as they come. It must throw when the upstream breaks off: an end is a whole answer. `told` may be
 * asked at any time; it says what is known by then.
 */
export type MeteredPieces<Piece> = { pieces: AsyncIterable<Piece>; told(): ResponseFacts };

/** Vectors of an embeddings call, one for each input and in its order: numbers, or little-endian float32 in base64. */
export type Embedded = { vectors: (number[] | string)[] };

/** A call to write down what is said in a sound file, which is kept beside the body: it is no text, and large. */
export type AskedTranscript<Request> = Asked<Request> & { sound: SoundFile };

/** What was said in a sound file, in the words of the contract; times are seconds. */
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

/** Documents by their place in the request with their relevance, in any order. */
export type Reranked = { ranking: { index: number; score: number }[] };
