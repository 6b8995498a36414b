import type { Match } from "./resolve.ts";
import type { Rule, Span } from "./rule.ts";

/** Runs one rule on a text that arrives in pieces. Offsets count from the start of the stream. */
export type RuleReader = {
  /**
   * Continues reading in `seen`, which starts at `offset` and ends with `piece`. Returns the final findings since the
   * last request, and the offset before which more text cannot change the findings.
   */
  read(seen: string, offset: number, piece: string, last: boolean): { limit: number; matches: Match[] };
  /** Returns the offset from which the rule will read again, without the words before it. */
  needed(): number;
};

/** The length of text that rules read again as context for the words before a finding. */
const contextLength = 400;

export function createReader(rule: Rule): RuleReader {
  const { filter } = rule;
  /** The offset up to which findings have been reported. */
  let reportedUntil = 0;
  /** The start of a finding that extends beyond that offset; the offset itself if there is none. */
  let open = 0;
  /** The end of the text before which another search would be too soon. */
  let wake = 0;

  return {
    read(seen, offset, _piece, last) {
      const end = offset + seen.length;
      if (!last && end < wake) return { limit: open, matches: [] };
      const from = contextStart(seen, Math.min(open, reportedUntil) - offset);
      const text = seen.slice(from);
      const start = offset + from;
      const limit = last ? end : Math.max(reportedUntil, start + filter.findStableEnd(text));
      if (limit === reportedUntil) {
        wake = nextSearchEnd(end, open);
        return { limit: open, matches: [] };
      }
      const all = filter.find(text).map((span) => ({ rule, start: start + span.start, end: start + span.end }));
      const matches = all.filter((match) => match.end > reportedUntil && match.end <= limit);
      reportedUntil = limit;
      open = all.find((match) => match.start < limit && match.end > limit)?.start ?? limit;
      wake = nextSearchEnd(end, open);
      return { limit: open, matches };
    },
    needed: () => Math.min(open, reportedUntil),
  };
}

/** Creates a reader for a rule whose findings in the whole text are known, in order. */
export function createKnownReader(rule: Rule, spans: readonly Span[]): RuleReader {
  let next = 0;
  let reportedUntil = 0;
  return {
    read(seen, offset) {
      const end = offset + seen.length;
      const matches: Match[] = [];
      for (let span = spans[next]; span && span.end <= end; span = spans[++next])
        matches.push({ rule, start: span.start, end: span.end });
      const open = spans[next];
      reportedUntil = open && open.start < end ? open.start : end;
      return { limit: reportedUntil, matches };
    },
    needed: () => reportedUntil,
  };
}

/** Returns the end of the text at which a rule may search again: the more text it holds, the more must arrive first. */
export function nextSearchEnd(end: number, open: number): number {
  const heldLength = end - open;
  return heldLength > 2048 ? end + (heldLength >> 3) : 0;
}

/**
 * Returns where the context before `index` starts, so that earlier text can be dropped; 0 while that is not worthwhile.
 */
export function contextStart(text: string, index: number): number {
  if (index < contextLength * 2) return 0;
  const space = text.indexOf(" ", index - contextLength);
  return space < 0 || space >= index ? index - contextLength : space;
}
