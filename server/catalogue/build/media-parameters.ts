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

/** The optional fields of a call that a model takes which makes no text; sorted. */
export function mediaParameters(output: readonly Modality[], provider: string, upstreamModel: string): string[] {
  const name = upstreamModel.toLowerCase().split("/").at(-1) ?? "";
  // The gateway cuts a ranking, and packs vectors, itself.
  if (output.includes("rerank")) return ["top_n"];
  if (!output.includes("embeddings")) return [];
  const isTold = INPUT_TYPE[provider]?.test(name) ?? false;
  return [...(DIMENSIONS.test(name) ? ["dimensions"] : []), "encoding_format", ...(isTold ? ["input_type"] : [])];
}
