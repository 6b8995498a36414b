import { estimateTokenCount } from "tokenx";
import type { RerankRequest } from "#lib/contract/rerank.ts";
import { UpstreamError } from "#server/errors.ts";
import { documentNotes, plainDocuments } from "../documents.ts";
import type { Asked, Metered, Reranked } from "../media.ts";
import { bm25 } from "./bm25.ts";
import { hashVector } from "./hash-vector.ts";

const DIMENSIONS = 256;
/** Shared words decide; words that are only spelled alike order what shares none. */
const WORDS_SHARE = 0.8;

/** Relevance from 0 to 1 by the words a document shares with the query, rare ones first, and by their spelling. */
export async function localRerank({ request, model }: Asked<RerankRequest>): Promise<Metered<Reranked>> {
  if (model !== "word-overlap") {
    const message = `There is no local reranking model "${model}"`;
    throw new UpstreamError(404, message, { retryable: true, fault: "model" });
  }
  const texts = plainDocuments(request.documents);
  const asked = hashVector(request.query, DIMENSIONS);
  const ranking = bm25(request.query, texts).map((words, index) => {
    const alike = Math.max(0, nearness(asked, hashVector(texts[index] ?? "", DIMENSIONS)));
    return { index, score: WORDS_SHARE * (words / (1 + words)) + (1 - WORDS_SHARE) * alike };
  });
  const input_tokens = texts.reduce((sum, text) => sum + estimateTokenCount(text), estimateTokenCount(request.query));
  const notes = documentNotes(request.documents);
  return { result: { ranking }, usage: { input_tokens }, ...(notes.length > 0 && { notes }) };
}

function nearness(one: readonly number[], other: readonly number[]): number {
  return one.reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0);
}
