import type { Modality } from "../model.ts";

/** Models that return vectors of a requested length. */
const DIMENSIONS =
  /^text-embedding-3|^text-(multilingual-)?embedding-00\d|^embed-v4|^gemini-embedding|^amazon\.titan-embed-text-v2|^cohere\.embed-v4|^codestral-embed|^voyage-(3-large|3\.5|4|code-3|context-|multimodal-3\.5)|^jina-(embeddings-v[345]|clip-v2|code-)|qwen3-embedding|embeddinggemma|^word-hash$/;

/** Providers that accept the purpose of an embedding (`input_type`). Gemini's second model has no field for it. */
const INPUT_TYPE: Record<string, RegExp> = {
  cohere: /./,
  "amazon-bedrock": /^cohere\./,
  voyage: /./,
  jina: /embeddings-v[345]|clip-v2|^jina-code-/,
  google: /^gemini-embedding-001/,
  "google-vertex": /^(gemini-embedding-001|text-)/,
  nvidia: /./,
};

/** Providers whose speech has no speed setting. */
const NO_SPEED = new Set(["deepgram", "google"]);
/** Models that accept speaking instructions in words. */
const ACCEPTS_INSTRUCTIONS: Record<string, RegExp> = { openai: /^gpt-/, azure: /^gpt-/, google: /./ };
/** Parameters of providers with their own transcription dialect; OpenAI's supports all of these. */
const TRANSCRIPTION_PARAMETERS: Record<string, readonly string[]> = {
  deepgram: ["language", "timestamp_granularities"],
  elevenlabs: ["language", "temperature", "timestamp_granularities"],
};
/** OpenAI's model that separates speakers accepts no prompt. */
const SPEAKER_PARAMETERS = "chunking_strategy known_speaker_names known_speaker_references language temperature".split(
  " ",
);
/** Transcription models of OpenAI's dialect that return word times. */
const RETURNS_WORD_TIMES = /whisper|voxtral/;

/** Returns the optional request fields that a non-text model supports, sorted. */
export function mediaParameters(output: readonly Modality[], provider: string, upstreamModel: string): string[] {
  const name = upstreamModel.toLowerCase().split("/").at(-1) ?? "";
  // The gateway truncates rankings and encodes vectors itself.
  if (output.includes("rerank")) return ["top_n"];
  if (output.includes("speech")) return speechParameters(provider, name);
  if (output.includes("transcription")) return transcriptionParameters(provider, name);
  if (!output.includes("embeddings")) return [];
  const isKnown = INPUT_TYPE[provider]?.test(name) ?? false;
  return [...(DIMENSIONS.test(name) ? ["dimensions"] : []), "encoding_format", ...(isKnown ? ["input_type"] : [])];
}

function speechParameters(provider: string, name: string): string[] {
  const isInstructed = ACCEPTS_INSTRUCTIONS[provider]?.test(name) ?? false;
  return [...(isInstructed ? ["instructions"] : []), ...(NO_SPEED.has(provider) ? [] : ["speed"])];
}

function transcriptionParameters(provider: string, name: string): string[] {
  const own = TRANSCRIPTION_PARAMETERS[provider];
  if (own) return [...own];
  if (name.includes("diarize")) return SPEAKER_PARAMETERS;
  return ["language", "prompt", "temperature", ...(RETURNS_WORD_TIMES.test(name) ? ["timestamp_granularities"] : [])];
}
