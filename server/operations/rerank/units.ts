import { estimateTokenCount } from "tokenx";
import type { RerankRequest } from "#lib/contract/rerank.ts";
import type { Usage } from "#server/providers/usage/usage.ts";
import { imagesOf, textsOf } from "./documents.ts";

// Cohere, which made the unit: a query with up to a hundred documents is one search, and a document that is longer
// than 500 tokens, the query's included, counts as several.
const DOCUMENTS_A_SEARCH = 100;
const TOKENS_A_PIECE = 500;
/** Of a piece, what is left for the document when the query is long. */
const FEWEST_TOKENS_A_PIECE = 50;
/** Rough, and on the high side, as for pictures in text calls. */
const IMAGE_TOKENS = 3_000;
/** An estimate of a text may be too low by this much. */
const TEXT_MARGIN = 1.3;

/** What a call uses, as far as its body says, in both measures that providers bill by. */
export function estimateUnits(body: RerankRequest): Usage {
  return unitsOf(body, estimateTokenCount);
}

/** The most it may use: no tokenizer makes more tokens than there are bytes. Counted where room is scarce. */
export function boundUnits(body: RerankRequest, isScarce: boolean): Usage {
  return unitsOf(
    body,
    isScarce ? (text) => Math.ceil(estimateTokenCount(text) * TEXT_MARGIN) : (text) => Buffer.byteLength(text),
  );
}

// Voyage and Jina count the query once for each document.
function unitsOf({ query, documents }: RerankRequest, count: (text: string) => number): Usage {
  const asked = count(query);
  const lengths = textsOf(documents).map(count);
  const perPiece = Math.max(FEWEST_TOKENS_A_PIECE, TOKENS_A_PIECE - asked);
  const pieces = lengths.reduce((sum, length) => sum + Math.max(1, Math.ceil(length / perPiece)), 0);
  const texts = lengths.reduce((sum, length) => sum + length, asked * documents.length);
  return {
    input_tokens: texts + imagesOf(documents) * IMAGE_TOKENS,
    search_units: Math.ceil(pieces / DOCUMENTS_A_SEARCH),
  };
}
