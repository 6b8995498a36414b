import { estimateTokenCount } from "tokenx";
import type { RerankRequest } from "#lib/contract/rerank.ts";
import type { Usage } from "#server/providers/usage/usage.ts";
import { imagesOf, textsOf } from "./documents.ts";

// Cohere, which defined the unit: a query with up to a hundred documents is one search, and a document of more than 500
// tokens, including the query's, counts as several.
const DOCUMENTS_A_SEARCH = 100;
const TOKENS_A_PIECE = 500;
/** The part of a piece that is left for the document if the query is long. */
const FEWEST_TOKENS_A_PIECE = 50;
/** A rough, high estimate, as for images in text requests. */
const IMAGE_TOKENS = 3_000;
/** A text estimate may be too low by this factor. */
const TEXT_MARGIN = 1.3;

/** Estimates a request's usage from its body, in both units that providers bill by. */
export function estimateUnits(body: RerankRequest): Usage {
  return unitsOf(body, estimateTokenCount);
}

/** Returns the maximum usage: no tokenizer produces more tokens than bytes. Counted if the budget is scarce. */
export function boundUnits(body: RerankRequest, isScarce: boolean): Usage {
  return unitsOf(
    body,
    isScarce ? (text) => Math.ceil(estimateTokenCount(text) * TEXT_MARGIN) : (text) => Buffer.byteLength(text),
  );
}

// Voyage and Jina count the query once per document.
function unitsOf({ query, documents }: RerankRequest, count: (text: string) => number): Usage {
  const call = count(query);
  const lengths = textsOf(documents).map(count);
  const perPiece = Math.max(FEWEST_TOKENS_A_PIECE, TOKENS_A_PIECE - call);
  const pieces = lengths.reduce((sum, length) => sum + Math.max(1, Math.ceil(length / perPiece)), 0);
  const texts = lengths.reduce((sum, length) => sum + length, call * documents.length);
  return {
    input_tokens: texts + imagesOf(documents) * IMAGE_TOKENS,
    search_units: Math.ceil(pieces / DOCUMENTS_A_SEARCH),
  };
}
