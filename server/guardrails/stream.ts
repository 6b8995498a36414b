import { redact, type Verdict, verdictOf } from "./apply.ts";
import { createPatternClock, type PatternClock } from "./patterns/clock.ts";
import { createPatternReader } from "./patterns/pattern-reader.ts";
import { type KnownSpans, lateMatch } from "./patterns/read-patterns.ts";
import type { Placeholders } from "./placeholders.ts";
import { type Match, resolve } from "./resolve.ts";
import type { Rule } from "./rule.ts";
import { contextStart, createKnownReader, createReader, type RuleReader } from "./rule-reader.ts";

/**
 * Text that may be sent to the caller, and the findings about it. Offsets of matches count from the start of the
 * stream.
 */
export type Released = { text: string; matches: Match[]; shadow: Match[]; verdict: Verdict };

export type StreamFilter = {
  /** Adds the next piece and returns the text that no rule can forbid any more. After a block, returns nothing. */
  push: (piece: string) => Released;
  /** Returns the text still held. */
  end: () => Released;
};

/**
 * `known`: the findings of custom patterns in the whole text, if known. `clock`: the time that patterns have used in
 * one request.
 */
export type PatternWork = { known?: KnownSpans | undefined; clock?: PatternClock | undefined };

/**
 * Creates a filter that applies the rules to a text in pieces. Text that a block or redact rule may still match is held
 * back, as far as each rule requires, so that the division into pieces makes no difference; without such rules nothing
 * is held. Each rule reads at its own pace, so that a rule that holds much text does not make other rules read text
 * twice.
 */
export function createStreamFilter(
  rules: readonly Rule[],
  placeholders: Placeholders,
  { known, clock = createPatternClock() }: PatternWork = {},
): StreamFilter {
  const removing = rules.filter((rule) => rule.action !== "flag" && !rule.shadow);
  const watching = rules.filter((rule) => rule.action === "flag" || rule.shadow);
  const state: State = {
    seen: "",
    offset: 0,
    done: 0,
    blocked: false,
    placeholders,
    rules,
    clock,
    removing: groupOf(removing, known),
    watching: groupOf(watching, known),
  };
  return {
    push: (piece) => advance(state, piece, false),
    end: () => advance(state, "", true),
  };
}

/** Rules that wait for each other, and their findings beyond the text that all of them have read. */
type Group = { readers: Reader[]; found: Match[] };
/** `isPattern`: a custom pattern that is searched for here. */
type Reader = RuleReader & { isPattern: boolean };

/** Offsets count from the start of the stream. */
type State = {
  /** The context and the held text. */
  seen: string;
  /** The start of `seen`. */
  offset: number;
  /** The end of the released text. */
  done: number;
  blocked: boolean;
  placeholders: Placeholders;
  rules: readonly Rule[];
  clock: PatternClock;
  /** Rules that hold text back. */
  removing: Group;
  /** Rules that only report. */
  watching: Group;
};

function groupOf(rules: readonly Rule[], known: KnownSpans | undefined): Group {
  const patterns = rules.filter(({ filter }) => filter.pattern && !known?.has(filter));
  const others = rules.filter((rule) => !patterns.includes(rule));
  const readers = others.map((rule): Reader => {
    const spans = known?.get(rule.filter);
    return { ...(spans ? createKnownReader(rule, spans) : createReader(rule)), isPattern: false };
  });
  if (patterns.length > 0) readers.push({ ...createPatternReader(patterns), isPattern: true });
  return { readers, found: [] };
}

function advance(state: State, piece: string, last: boolean): Released {
  if (state.blocked) return { text: "", matches: [], shadow: [], verdict: "blocked" };
  const { removing, watching, placeholders } = state;
  if (removing.readers.length + watching.readers.length === 0) {
    return { text: piece, matches: [], shadow: [], verdict: "allowed" };
  }
  state.seen += piece;
  const { until, found } = release(state, readOn(state, removing, piece, last));
  const reports = takeFindings(watching, readOn(state, watching, piece, last));
  const late = giveUpLatePatterns(state);
  if (state.blocked && late) return { text: "", matches: [late], shadow: [], verdict: "blocked" };
  if (late) reports.push(late);
  const text = redact(
    state.seen.slice(state.done - state.offset, until - state.offset),
    shift(found, -state.done),
    placeholders,
  );
  state.done = until;
  trim(state);
  return { text, ...sortFindings(found, reports) };
}

/** Gives up custom patterns that exceed their time. */
function giveUpLatePatterns(state: State): Match | undefined {
  const groups = [state.removing, state.watching];
  if (!state.clock.isLate() || !groups.some(({ readers }) => readers.some(({ isPattern }) => isPattern)))
    return undefined;
  for (const group of groups) group.readers = group.readers.filter(({ isPattern }) => !isPattern);
  const late = lateMatch(state.rules);
  if (late?.rule.action === "block") state.blocked = true;
  return late;
}

/**
 * Lets the rules of a group read further. Returns the offset before which more text cannot change the findings of any
 * of them.
 */
function readOn({ seen, offset, clock }: State, group: Group, piece: string, last: boolean): number {
  let until = offset + seen.length;
  for (const reader of group.readers) {
    const read = () => reader.read(seen, offset, piece, last);
    const { limit, matches } = reader.isPattern ? clock.timed(read) : read();
    group.found.push(...matches);
    until = Math.min(until, limit);
  }
  return until;
}

/** Returns how much text may be released, and the findings in it. A block ends the stream before its finding. */
function release(state: State, limit: number): { until: number; found: Match[] } {
  const { done, removing } = state;
  if (limit <= done) return { until: done, found: [] };
  const all = resolve(inOrder(state, removing.found));
  const open = all.find((match) => match.start < limit && match.end > limit);
  const until = Math.max(done, open?.start ?? limit);
  removing.found = removing.found.filter((match) => match.end > until);
  const found = all
    .filter((match) => match.end <= until && match.end > done)
    .map((match) => ({ ...match, start: Math.max(done, match.start) }));
  const block = found.find((match) => match.rule.action === "block");
  if (block === undefined) return { until, found };
  state.blocked = true;
  return { until: block.start, found: found.filter((match) => match.start <= block.start) };
}

/** Sorts findings by rule: of two equal findings, that of the first rule applies, whichever was found first. */
function inOrder({ rules }: State, matches: readonly Match[]): readonly Match[] {
  if (matches.length < 2) return matches;
  return [...matches].sort((one, other) => rules.indexOf(one.rule) - rules.indexOf(other.rule));
}

/** Removes and returns the findings up to a limit. */
function takeFindings(group: Group, limit: number): Match[] {
  if (group.found.length === 0) return [];
  const reports = group.found.filter((match) => match.end <= limit);
  group.found = group.found.filter((match) => match.end > limit);
  return reports;
}

function sortFindings(found: readonly Match[], reports: readonly Match[]): Omit<Released, "text"> {
  const flagged = reports.filter((match) => !match.rule.shadow);
  const matches = [...found, ...resolve(flagged)].sort((one, other) => one.start - other.start);
  return { matches, shadow: reports.filter((match) => match.rule.shadow), verdict: verdictOf(matches) };
}

function shift(matches: readonly Match[], by: number): Match[] {
  return matches.map((match) => ({ ...match, start: match.start + by, end: match.end + by }));
}

/** Drops text that is no longer needed. */
function trim(state: State): void {
  const { removing, watching, offset, seen } = state;
  const read = [...removing.readers, ...watching.readers].map((reader) => reader.needed());
  const cut = contextStart(seen, Math.min(state.done, ...read) - offset);
  if (cut === 0) return;
  state.seen = seen.slice(cut);
  state.offset += cut;
}
