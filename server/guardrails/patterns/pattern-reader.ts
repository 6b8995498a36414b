import type { Match } from "../resolve.ts";
import type { Rule } from "../rule.ts";
import { nextSearchEnd, type RuleReader } from "../rule-reader.ts";
import { followPatterns } from "./follower.ts";
import { patternSetOf } from "./pattern-sets.ts";

/** A rule with a match that more text may change. Offsets count from the start of the stream. */
type Awake = {
  /** The start of a match that extends beyond the reported text; if there is none, the end of that text. */
  open: number;
  /** The end of the text before which another search would be too soon. */
  wake: number;
};

/**
 * Reads a text for all custom patterns of a group at once: each character only once. A pattern is searched for only in
 * text where a match may have ended.
 */
export function createPatternReader(rules: readonly Rule[]): RuleReader {
  const patterns = rules.map(({ filter }) => filter.pattern as NonNullable<typeof filter.pattern>);
  const follower = followPatterns(patternSetOf(patterns));
  const awake = new Map<number, Awake>();
  /** The offset up to which each rule has reported its matches. */
  const reportedUntil = new Float64Array(rules.length);
  /** The offset before which more text cannot change the findings of any rule. */
  let stableEnd = 0;

  function searchAgain(
    number: number,
    one: Awake,
    limit: number,
    seen: string,
    offset: number,
    last: boolean,
  ): Match[] {
    const end = offset + seen.length;
    const reported = reportedUntil[number] as number;
    if (!last && end < one.wake) return [];
    if (limit <= reported) {
      one.wake = 0;
      return [];
    }
    const rule = rules[number] as Rule;
    const from = Math.min(one.open, reported) - offset;
    const spans = patterns[number]?.findFrom(seen, from) ?? [];
    const all = spans.map((span) => ({ rule, start: offset + span.start, end: offset + span.end }));
    reportedUntil[number] = limit;
    one.open = all.find((match) => match.start < limit && match.end > limit)?.start ?? limit;
    one.wake = nextSearchEnd(end, one.open);
    return all.filter((match) => match.end > reported && match.end <= limit);
  }

  return {
    read(seen, offset, piece, last) {
      for (const number of follower.read(piece)) {
        if (awake.has(number)) continue;
        reportedUntil[number] = Math.max(reportedUntil[number] as number, stableEnd);
        awake.set(number, { open: reportedUntil[number] as number, wake: 0 });
      }
      stableEnd = last ? offset + seen.length : follower.stableEnd();
      const matches: Match[] = [];
      for (const [number, one] of awake) {
        const limit = last ? stableEnd : follower.stableEndOf(number);
        matches.push(...searchAgain(number, one, limit, seen, offset, last));
        if (follower.lastEnd(number) <= (reportedUntil[number] as number)) awake.delete(number);
      }
      return { limit: leastOf(stableEnd, awake), matches };
    },
    needed: () =>
      [...awake].reduce(
        (least, [number, { open }]) => Math.min(least, open, reportedUntil[number] as number),
        stableEnd,
      ),
  };
}

function leastOf(stableEnd: number, awake: ReadonlyMap<number, Awake>): number {
  let least = stableEnd;
  for (const { open } of awake.values()) least = Math.min(least, open);
  return least;
}
