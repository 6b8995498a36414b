import type { Run } from "../runs.ts";
import { positionOf, visitSides, visitWordSpelling, visitWords } from "./features.ts";
import { bestSegments, type Segment } from "./segments.ts";
import { type View, viewOf } from "./view.ts";

/** The weight of each feature, in steps. */
export type Model = { step: number; weights: ArrayLike<number> };

export type Scorer = {
  /** Returns the parts of a run that are names. */
  segments: (text: string, run: Run) => Segment[];
  /** Returns the weight of one part of a run. */
  weigh: (view: View, from: number, to: number) => number;
};

/**
 * The minimum weights of a single word and of a name of several words; measured on sets that the model did not learn
 * from.
 */
const leastWeights = { single: 0.8, several: 0 };
/** The number of words whose spelling is cached. */
const mostRemembered = 20_000;

/** Creates a linear model over the parts of a run of words: of all ways to divide the run, the heaviest one applies. */
export function createScorer({ step, weights }: Model): Scorer {
  const cache = new Map<string, Float64Array>();
  const weigh = (view: View, from: number, to: number): number => {
    let sum = 0;
    const visit = (bucket: number, value: number): void => {
      sum += (weights[bucket] ?? 0) * value;
    };
    visitWords(view, from, to, visit);
    visitSides(view, from, to, visit, visit);
    for (let index = from; index < to; index += 1) {
      const word = view.run[index];
      if (word?.initial === false) sum += spelling(word.known.folded)[positionOf(index, from, to)] ?? 0;
    }
    return sum * step;
  };
  return {
    weigh,
    segments: (text, run) => {
      const view = viewOf(text, run);
      return bestSegments(
        run.length,
        (from, to) => weigh(view, from, to) - (to - from > 1 ? leastWeights.several : leastWeights.single),
      );
    },
  };

  /** Returns the weight of the letters of a word at each position. */
  function spelling(folded: string): Float64Array {
    const cached = cache.get(folded);
    if (cached !== undefined) return cached;
    const sums = new Float64Array(4);
    for (let position = 0; position < 4; position += 1) {
      visitWordSpelling(folded, position, (bucket, value) => {
        sums[position] = (sums[position] ?? 0) + (weights[bucket] ?? 0) * value;
      });
    }
    if (cache.size >= mostRemembered) cache.clear();
    cache.set(folded, sums);
    return sums;
  }
}
