import type { Mentions, Sign } from "../signs.ts";
import type { Token } from "../tokens.ts";
import { classesOf, sentencesOf, visitSigns, visitSurroundings } from "./surroundings.ts";
import { bias, step, weights } from "./weights.ts";
import { type Window, windowsOf } from "./windows.ts";

/** A row of sentences with what it weighs: above 0 it is an attack rather than not. */
export type Suspicion = Window & { score: number };

/**
 * A linear model over what a few sentences say: words, their parts, neighbors, concepts and the signs of the rules.
 * Each adds to the token it stands at, so that a window costs one subtraction.
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

/** The windows that weigh at least `least` and hold no other that does. */
export function suspectWindows(windows: readonly Suspicion[], least: number): Suspicion[] {
  let latest = -1;
  return windows.filter(({ from, score }) => {
    if (score < least || from <= latest) return false;
    latest = from;
    return true;
  });
}

/** Longer windows say more of everything. */
export function divisor(size: number): number {
  return Math.sqrt(size + 12);
}
