/** One document of a response, in the response's order. */
export type RankedDocument = {
  rank: number;
  /** Its number in the request, from 1. */
  from: number;
  text: string;
  score: number;
  /** Width of the bar, 0 to 1, relative to the best score. */
  share: number;
};

type Result = { index: number; relevance_score: number; document: { text?: string | undefined } };

/**
 * Returns a response's results with ranks and bars; the text is the response's own, which a guardrail may have changed.
 */
export function rankingOf(results: readonly Result[], texts: readonly string[]): readonly RankedDocument[] {
  const scores = results.map(({ relevance_score: score }) => score);
  const least = Math.min(0, ...scores);
  const span = Math.max(0, ...scores) - least;
  return results.map(({ index, relevance_score: score, document }, place) => ({
    rank: place + 1,
    from: index + 1,
    text: document.text ?? texts[index] ?? "",
    score,
    share: span === 0 ? 0 : (score - least) / span,
  }));
}
