import { bucketBits } from "../../model/hashing.ts";
import { mostWords, visitSides, visitSpelling, visitWords } from "../../person-name/model/features.ts";
import { viewOf } from "../../person-name/model/view.ts";
import { isIdle, type Run, runsIn } from "../../person-name/runs.ts";
import type { Choose } from "../injection/expand.ts";
import type { Example } from "./examples.ts";

/** A part of a run, `to` exclusive, with the buckets of its features and their values. */
export type Part = { from: number; to: number; isName: boolean; buckets: Uint32Array; values: Float32Array };

/** A run as all of its parts. `share`: its weight in training. */
export type Lesson = { count: number; parts: Part[]; share: number };

/** How many of ten lessons ignore that the lists contain a name's words. */
const unlisted = 1;
/**
 * How many of ten lessons hide the spelling of the words, and how many hide the words around them, so that the model
 * learns all kinds of evidence.
 */
const hidden = 1;
type Hides = { spelling: boolean; sides: boolean };

export function lessonsOf({ text, names }: Example, choose: Choose): Lesson[] {
  const forgets = choose(10) < unlisted;
  const hides = { spelling: choose(10) < hidden, sides: choose(10) < hidden };
  return runsIn(text).flatMap((run) => {
    if (isIdle(text, run)) return [];
    const nameParts = names.flatMap(({ start, end }) => {
      const inside = run.flatMap((word, index) => (word.start >= start && word.end <= end + 1 ? [index] : []));
      return inside.length === 0 ? [] : [{ from: inside[0] ?? 0, to: (inside.at(-1) ?? 0) + 1 }];
    });
    return [lessonOf(text, forgets ? withoutLists(run, nameParts) : run, nameParts, hides)];
  });
}

type Range = { from: number; to: number };

function withoutLists(run: Run, nameParts: readonly Range[]): Run {
  return run.map((word, index) => {
    const isName = nameParts.some(({ from, to }) => index >= from && index < to);
    return isName ? { ...word, known: { ...word.known, given: false, family: false } } : word;
  });
}

function lessonOf(text: string, run: Run, nameParts: readonly Range[], hides: Hides): Lesson {
  const view = viewOf(text, run);
  const parts: Part[] = [];
  for (let from = 0; from < run.length; from += 1) {
    for (let to = from + 1; to <= Math.min(run.length, from + mostWords); to += 1) {
      const sums = new Map<number, number>();
      const visit = (bucket: number, value: number): void => {
        sums.set(bucket, (sums.get(bucket) ?? 0) + value);
      };
      visitWords(view, from, to, visit);
      visitSides(view, from, to, hides.sides ? undefined : visit, visit);
      if (!hides.spelling) visitSpelling(view, from, to, visit);
      const isName = nameParts.some((range) => range.from === from && range.to === to);
      parts.push({
        from,
        to,
        isName,
        buckets: Uint32Array.from(sums.keys()),
        values: Float32Array.from(sums.values()),
      });
    }
  }
  return { count: run.length, parts, share: 1 };
}

export const weightCount = 2 ** bucketBits;
