import type { Scorer } from "./model/model.ts";
import { isIdle, type Run, runsIn } from "./runs.ts";

/**
 * Words that are a name, or a single word that may refer to a named person again. `words` are in lower case without
 * accents.
 */
export type Candidate = { start: number; end: number; words: string[]; isName: boolean };

type Range = { from: number; to: number };

/** Returns the names among capitalized words, and the other single words next to them. */
export function candidatesIn(text: string, scorer: Scorer): Candidate[] {
  return runsIn(text).flatMap((run) => (isIdle(text, run) ? [] : inRun(text, run, scorer)));
}

function inRun(text: string, run: Run, scorer: Scorer): Candidate[] {
  const candidates: Candidate[] = [];
  let next = 0;
  for (const { from, to } of joinAdjacent(scorer.segments(text, run))) {
    for (; next < from; next += 1) candidates.push(candidateOf(run.slice(next, next + 1), false));
    candidates.push(candidateOf(run.slice(from, to), true));
    next = to;
  }
  for (; next < run.length; next += 1) candidates.push(candidateOf(run.slice(next, next + 1), false));
  return candidates;
}

/** Joins adjacent names into one. */
function joinAdjacent(segments: readonly Range[]): Range[] {
  const ranges: Range[] = [];
  for (const { from, to } of segments) {
    const last = ranges.at(-1);
    if (last?.to === from) last.to = to;
    else ranges.push({ from, to });
  }
  return ranges;
}

function candidateOf(words: Run, isName: boolean): Candidate {
  return {
    start: words[0]?.start ?? 0,
    end: words.at(-1)?.end ?? 0,
    words: words.map((word) => word.known.folded),
    isName,
  };
}
