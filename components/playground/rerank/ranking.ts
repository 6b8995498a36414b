/** One document of an answer, in the answer's order. */
export type Ranked = {
  rank: number;
  /** Its number in the request, from 1. */
  from: number;
  text: string;
  score: number;
  /** 0 to 1 of the width of a bar, as a share of the best score. */
  share: number;
};

type Result = { index: number; relevance_score: number; document: { text?: string | undefined } };

/** The answer's results with ranks and bars; the text is the answer's own, which a guardrail may have changed. */
export function rankingOf(results: readonly Result[], texts: readonly string[]): readonly Ranked[] {
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
