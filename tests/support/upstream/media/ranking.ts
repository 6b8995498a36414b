import { relevanceOf } from "./vector.ts";

export type RankedDocument = { index: number; relevance_score: number };

/** Returns the texts of documents, which may be texts or objects with a `text`. */
export function documentTexts(documents: unknown): string[] {
  return ((documents ?? []) as (string | { text?: string })[]).map((one) =>
    typeof one === "string" ? one : (one.text ?? ""),
  );
}

/** Sorts documents by their score for the query, best first; equal scores keep their order. */
export function rankDocuments(query: string, documents: string[], count = documents.length): RankedDocument[] {
  const scored = documents.map((document, index) => ({ index, relevance_score: relevanceOf(query, document) }));
  return scored.sort((one, other) => other.relevance_score - one.relevance_score).slice(0, count);
}
