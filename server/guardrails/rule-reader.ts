import type { Match } from "./resolve.ts";
import type { Rule, Span } from "./rule.ts";

/** One rule on a text that comes in pieces. Offsets count from the start of the stream. */
export type RuleReader = {
  /**
   * Reads on in `seen`, which begins at `offset` and ends with `piece`. Answers what was found for good since the last
   * call, and up to where more text cannot change what is found.
   */
  read(seen: string, offset: number, piece: string, last: boolean): { limit: number; matches: Match[] };
  /** From where the rule will read again, but for the words before it. */
  needed(): number;
};

/** Text already read that rules see again, for the words before a finding. */
const contextLength = 400;

export function createReader(rule: Rule): RuleReader {
  const { filter } = rule;
  /** Up to where it has told what it found. */
  let told = 0;
  /** The start of a finding that reaches beyond that; else the same. */
  let open = 0;
  /** The end of the text below which a look would be too soon after the last. */
  let wake = 0;

  return {
    read(seen, offset, _piece, last) {
      const end = offset + seen.length;
      if (!last && end < wake) return { limit: open, matches: [] };
      const from = contextStart(seen, Math.min(open, told) - offset);
      const text = seen.slice(from);
      const start = offset + from;
      const limit = last ? end : Math.max(told, start + filter.settled(text));
      if (limit === told) {
        wake = nextLook(end, open);
        return { limit: open, matches: [] };
      }
      const all = filter.find(text).map((span) => ({ rule, start: start + span.start, end: start + span.end }));
      const matches = all.filter((match) => match.end > told && match.end <= limit);
      told = limit;
      open = all.find((match) => match.start < limit && match.end > limit)?.start ?? limit;
      wake = nextLook(end, open);
      return { limit: open, matches };
    },
    needed: () => Math.min(open, told),
  };
}

/** A reader for a rule whose findings in the whole text are known. They are in order. */
export function createKnownReader(rule: Rule, spans: readonly Span[]): RuleReader {
  let next = 0;
  let told = 0;
  return {
    read(seen, offset) {
      const end = offset + seen.length;
      const matches: Match[] = [];
      for (let span = spans[next]; span && span.end <= end; span = spans[++next])
        matches.push({ rule, start: span.start, end: span.end });
      const open = spans[next];
      told = open && open.start < end ? open.start : end;
      return { limit: told, matches };
    },
    needed: () => told,
  };
}

/** A rule may hold much: the more is held, the more must come before it is read again. */
export function nextLook(end: number, open: number): number {
  const held = end - open;
  return held > 2048 ? end + (held >> 3) : 0;
}

/** Where the words before `index` begin, so that they need not be kept from further back; 0 while that is not worth it. */
export function contextStart(text: string, index: number): number {
  if (index < contextLength * 2) return 0;
  const space = text.indexOf(" ", index - contextLength);
  return space < 0 || space >= index ? index - contextLength : space;
}
