import { mostWords } from "./features.ts";

/** A part of a run of words, `to` exclusive. */
export type Segment = { from: number; to: number };

/** Returns the parts of `count` words with the highest total score. Parts that score 0 or less are left out. */
export function bestSegments(count: number, scoreOf: (from: number, to: number) => number): Segment[] {
  const best = new Float64Array(count + 1);
  const chosen: (Segment | undefined)[] = [];
  for (let to = 1; to <= count; to += 1) {
    best[to] = best[to - 1] ?? 0;
    for (let from = Math.max(0, to - mostWords); from < to; from += 1) {
      const score = scoreOf(from, to);
      const sum = (best[from] ?? 0) + score;
      if (score <= 0 || sum <= (best[to] ?? 0)) continue;
      best[to] = sum;
      chosen[to] = { from, to };
    }
  }
  const segments: Segment[] = [];
  for (let at = count; at > 0; ) {
    const segment = chosen[at];
    if (segment !== undefined) segments.unshift(segment);
    at = segment?.from ?? at - 1;
  }
  return segments;
}
