import type { Mentions, Sign } from "../signs.ts";
import type { Token } from "../tokens.ts";
import { classesOf, sentencesOf, visitSigns, visitSurroundings } from "./surroundings.ts";
import { bias, step, weights } from "./weights.ts";
import { type Window, windowsOf } from "./windows.ts";

/** A window of sentences with its score. A score above 0 means an attack is more likely than not. */
export type Suspicion = Window & { score: number };

/**
 * Scores windows of a few sentences with a linear model over words, their parts, neighbors, concepts and the signs of
 * the rules. Each feature adds to its token's prefix sum, so that a window costs one subtraction.
 */
export function scoreWindows(tokens: readonly Token[], mentions: Mentions, signs: readonly Sign[]): Suspicion[] {
  const starts = sentencesOf(tokens);
  const sums = new Float64Array(tokens.length + 1);
  const add = (at: number, bucket: number, value: number): void => {
    sums[at + 1] = (sums[at + 1] ?? 0) + (weights[bucket] ?? 0) * value * step;
  };
  visitSurroundings(tokens, { starts, classes: classesOf(tokens, mentions) }, add);
  visitSigns(signs, add);
  const sizes = new Float64Array(tokens.length + 1);
  for (let at = 0; at < tokens.length; at += 1) {
    const gist = tokens[at]?.gist;
    sums[at + 1] = (sums[at] ?? 0) + (sums[at + 1] ?? 0) + (gist?.sum ?? 0);
    sizes[at + 1] = (sizes[at] ?? 0) + (gist?.size ?? 1);
  }
  return windowsOf(starts).map(({ from, to }) => {
    const sum = (sums[to] ?? 0) - (sums[from] ?? 0);
    return { from, to, score: bias + sum / divisor((sizes[to] ?? 0) - (sizes[from] ?? 0)) };
  });
}

/** Returns the windows that score at least `least` and contain no other such window. */
export function suspectWindows(windows: readonly Suspicion[], least: number): Suspicion[] {
  let latest = -1;
  return windows.filter(({ from, score }) => {
    if (score < least || from <= latest) return false;
    latest = from;
    return true;
  });
}

/** Returns what a window's score is divided by, because longer windows have more features. */
export function divisor(size: number): number {
  return Math.sqrt(size + 12);
}
