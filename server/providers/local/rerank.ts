import type { RerankRequest } from "#lib/contract/rerank.ts";
import { UpstreamError } from "#server/errors.ts";
import type { Metered, Reranked, UpstreamCall } from "../media.ts";
import { documentNotes, plainDocuments } from "../requests/documents.ts";
import { estimateTokens } from "../usage/estimate-tokens.ts";
import { bm25 } from "./bm25.ts";
import { MAX_TEXT_CHARACTERS, requireBoundedTexts, turns } from "./bounded-input.ts";
import { hashVector } from "./hash-vector.ts";

const DIMENSIONS = 256;
/** The weight of shared words. Similar spelling only orders documents without shared words. */
const WORDS_SHARE = 0.8;

/**
 * Returns relevance from 0 to 1 by the words that a document shares with the query, weighted by rarity, and by similar
 * spelling.
 */
export async function localRerank({ request, model }: UpstreamCall<RerankRequest>): Promise<Metered<Reranked>> {
  if (model !== "word-overlap") {
    const message = `There is no local reranking model "${model}"`;
    throw new UpstreamError(404, message, { retryable: true, fault: "model" });
  }
  const texts = plainDocuments(request.documents);
  requireBoundedTexts(model, [request.query, ...texts], MAX_TEXT_CHARACTERS);
  const turn = turns();
  const call = hashVector(request.query, DIMENSIONS);
  const ranking: Reranked["ranking"] = [];
  let input_tokens = estimateTokens(request.query);
  for (const [index, words] of (await bm25(request.query, texts)).entries()) {
    const text = texts[index] ?? "";
    const alike = Math.max(0, nearness(call, hashVector(text, DIMENSIONS)));
    ranking.push({ index, score: WORDS_SHARE * (words / (1 + words)) + (1 - WORDS_SHARE) * alike });
    input_tokens += estimateTokens(text);
    await turn();
  }
  const notes = documentNotes(request.documents);
  return { result: { ranking }, usage: { input_tokens }, ...(notes.length > 0 && { notes }) };
}

function nearness(one: readonly number[], other: readonly number[]): number {
  return one.reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0);
}
