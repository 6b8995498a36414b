import type { Modality } from "../model.ts";

/** Models that make vectors of the length that is asked for. */
const DIMENSIONS =
  /^text-embedding-3|^embed-v4|^gemini-embedding|^codestral-embed|^voyage-(3-large|3\.5|4|code-3|context-|multimodal-3\.5)|^jina-(embeddings-v[345]|clip-v2|code-)|qwen3-embedding|embeddinggemma|^word-hash$/;

/** Providers that are told what a vector is for. Gemini's second model takes no field for it. */
const INPUT_TYPE: Record<string, RegExp> = {
  cohere: /./,
  voyage: /./,
  jina: /embeddings-v[345]|clip-v2|^jina-code-/,
  google: /^gemini-embedding-001/,
  nvidia: /./,
};

/** Providers whose speech keeps a speed of its own. */
const NO_SPEED = new Set(["deepgram", "google"]);
/** Models that are told in words how to speak. */
const INSTRUCTED: Record<string, RegExp> = { openai: /^gpt-/, google: /./ };
/** What providers with a dialect of their own for transcripts take; OpenAI's has all of these. */
const HEARD_WITH: Record<string, readonly string[]> = {
  deepgram: ["language", "timestamp_granularities"],
  elevenlabs: ["language", "temperature", "timestamp_granularities"],
};
/** Of the models that are heard in OpenAI's dialect, those that say when a word was said. */
const GIVES_TIMES = /whisper|voxtral/;

/** The optional fields of a call that a model takes which makes no text; sorted. */
export function mediaParameters(output: readonly Modality[], provider: string, upstreamModel: string): string[] {
  const name = upstreamModel.toLowerCase().split("/").at(-1) ?? "";
  // The gateway cuts a ranking, and packs vectors, itself.
  if (output.includes("rerank")) return ["top_n"];
  if (output.includes("speech")) return speechParameters(provider, name);
  if (output.includes("transcription")) return transcriptionParameters(provider, name);
  if (!output.includes("embeddings")) return [];
  const isTold = INPUT_TYPE[provider]?.test(name) ?? false;
  return [...(DIMENSIONS.test(name) ? ["dimensions"] : []), "encoding_format", ...(isTold ? ["input_type"] : [])];
}

function speechParameters(provider: string, name: string): string[] {
  const isInstructed = INSTRUCTED[provider]?.test(name) ?? false;
  return [...(isInstructed ? ["instructions"] : []), ...(NO_SPEED.has(provider) ? [] : ["speed"])];
}

function transcriptionParameters(provider: string, name: string): string[] {
  const own = HEARD_WITH[provider];
  if (own) return [...own];
  return ["language", "prompt", "temperature", ...(GIVES_TIMES.test(name) ? ["timestamp_granularities"] : [])];
}
