import { lookUp } from "../../lists.ts";
import { hashOf } from "../../model/hashing.ts";
import { type Candidate, scoreRun } from "../judge.ts";
import type { Run } from "../runs.ts";
import { cuesAfter, cuesBefore } from "./cues.ts";
import { type Side, sideAfter, sideBefore } from "./sides.ts";
import { listBitsOf, traitsOf } from "./word-traits.ts";

/** One side of a span as hashes; all but `parts` are combined with the features of the span. */
export type Edge = { near: number; gap: number; kind: number; parts: readonly number[]; cues: number };

/** A run with the text before and after each of its words, read when it is first needed. */
export type View = {
  run: Run;
  traits: readonly number[];
  before: (index: number) => Edge;
  after: (index: number) => Edge;
  /** Returns the rules' judgment of a part of the run, `to` exclusive. */
  sign: (from: number, to: number) => number;
};

export function viewOf(text: string, run: Run): View {
  const [befores, afters]: [Edge[], Edge[]] = [[], []];
  const make = (edges: Edge[], index: number, read: () => Edge): Edge => {
    const cached = edges[index];
    if (cached !== undefined) return cached;
    const edge = read();
    edges[index] = edge;
    return edge;
  };
  const weighed = scoreRun(text, run);
  return {
    run,
    traits: run.map(traitsOf),
    sign: (from, to) => signOf(weighed, run[from]?.start ?? 0, run[to - 1]?.end ?? 0),
    before: (index) =>
      make(befores, index, () => {
        const at = run[index]?.start ?? 0;
        return edgeOf(sideBefore(text, at), cuesBefore(text, at), 0x100);
      }),
    after: (index) =>
      make(afters, index, () => {
        const at = run[index]?.end ?? 0;
        return edgeOf(sideAfter(text, at), cuesAfter(text, at), 0x200);
      }),
  };
}

/** Returns the rules' judgment of exactly these words, else of rows that share words with them. */
function signOf(weighed: readonly Candidate[], start: number, end: number): number {
  let [best, around] = [Number.NEGATIVE_INFINITY, false];
  for (const one of weighed) {
    if (one.start === start && one.end === end) return 100 + Math.max(-6, Math.min(12, Math.round(one.score * 2)));
    if (one.start >= end || one.end <= start) continue;
    best = Math.max(best, one.score);
    around ||= one.start <= start && one.end >= end;
  }
  return best === Number.NEGATIVE_INFINITY ? 1 : (around ? 200 : 300) + Math.max(-3, Math.min(6, Math.round(best)));
}

function edgeOf({ gap, words, written }: Side, cues: number, seed: number): Edge {
  const [first = "", second = "", third = ""] = words;
  const [one, two, three] = [hash(first), hash(second), hash(third)];
  const between = hash(gap);
  const kind = kindOf(written);
  const mix = (salt: number, value: number, other = 0): number => {
    const mixed = Math.imul((seed + salt) ^ value, 0x01000193);
    return Math.imul(mixed ^ (mixed >>> 15) ^ other, 0x85ebca6b);
  };
  const parts = [
    mix(1, one),
    mix(2, one, between),
    mix(3, one, two),
    mix(4, two),
    mix(5, three),
    mix(6, kind, between),
    mix(7, between),
    mix(8, kind),
    mix(9, hash(first.slice(0, 4))),
    mix(10, hash(first.slice(-3))),
    mix(11, two, between),
  ];
  return { near: mix(14, one), gap: mix(12, between), kind: mix(13, kind), parts, cues };
}

function hash(text: string): number {
  return hashOf(text, 0, text.length);
}

/**
 * Returns the kind of a neighboring word: none, a number, a lowercase word, or a capitalized word with the lists that
 * contain it.
 */
function kindOf(written: string): number {
  if (written === "") return 1;
  const code = written.charCodeAt(0);
  if (code >= 48 && code <= 57) return 2;
  if (code >= 97 && code <= 122) return 3;
  const first = written.charAt(0);
  if (first === first.toLowerCase()) return first === first.toUpperCase() ? 4 : 3;
  return 8 + listBitsOf(lookUp(written)) * 2 + (written === written.toUpperCase() && written.length > 1 ? 1 : 0);
}
