import { redact, type Verdict, verdictOf } from "./apply.ts";
import { createPatternClock, type PatternClock } from "./patterns/clock.ts";
import { createPatternReader } from "./patterns/pattern-reader.ts";
import { type KnownSpans, lateMatch } from "./patterns/read-patterns.ts";
import type { Placeholders } from "./placeholders.ts";
import { type Match, resolve } from "./resolve.ts";
import type { Rule } from "./rule.ts";
import { contextStart, createKnownReader, createReader, type RuleReader } from "./rule-reader.ts";

/** What may go on to the caller, and what decided about it. Offsets of matches count from the start of the stream. */
export type Released = { text: string; matches: Match[]; shadow: Match[]; verdict: Verdict };

export type StreamFilter = {
  /** Takes the next piece and gives back what no rule forbids, whatever comes next. After a block nothing more is given. */
  push: (piece: string) => Released;
  /** Gives back what was held. */
  end: () => Released;
};

/** `known`: what custom patterns find in the whole text, where that is known. `clock`: the time they take in one call. */
export type PatternWork = { known?: KnownSpans | undefined; clock?: PatternClock | undefined };

/**
 * Applies the rules to a text that comes in pieces. What a block or redact rule may still match is held back, as far as
 * each rule says it must be, so the pieces a sender chooses change nothing; without such rules nothing is held. Each
 * rule reads on by itself, so that one that holds much makes no other read anything twice.
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

/** Rules that wait for each other, and what they found beyond what all of them have read. */
type Group = { readers: Reader[]; found: Match[] };
/** `isPattern`: of the custom patterns that are looked for here. */
type Reader = RuleReader & { isPattern: boolean };

/** Offsets count from the start of the stream. */
type State = {
  /** The context and what is held. */
  seen: string;
  /** Where `seen` begins. */
  offset: number;
  /** Up to where text was released. */
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
  const reports = taken(watching, readOn(state, watching, piece, last));
  const late = lateIn(state);
  if (state.blocked && late) return { text: "", matches: [late], shadow: [], verdict: "blocked" };
  if (late) reports.push(late);
  const text = redact(
    state.seen.slice(state.done - state.offset, until - state.offset),
    shift(found, -state.done),
    placeholders,
  );
  state.done = until;
  trim(state);
  return { text, ...placed(found, reports) };
}

/** Gives custom patterns up when they took too long. */
function lateIn(state: State): Match | undefined {
  const groups = [state.removing, state.watching];
  if (!state.clock.isLate() || !groups.some(({ readers }) => readers.some(({ isPattern }) => isPattern)))
    return undefined;
  for (const group of groups) group.readers = group.readers.filter(({ isPattern }) => !isPattern);
  const late = lateMatch(state.rules);
  if (late?.rule.action === "block") state.blocked = true;
  return late;
}

/** Lets the rules of a group read on. Answers up to where all of them have read what more text cannot change. */
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

/** How far the text may go, and what was decided up to there. A block ends the stream before what it found. */
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

/** Of two equal findings that of the first rule holds, whichever was found first. */
function inOrder({ rules }: State, matches: readonly Match[]): readonly Match[] {
  if (matches.length < 2) return matches;
  return [...matches].sort((one, other) => rules.indexOf(one.rule) - rules.indexOf(other.rule));
}

/** What was found up to a limit. */
function taken(group: Group, limit: number): Match[] {
  if (group.found.length === 0) return [];
  const reports = group.found.filter((match) => match.end <= limit);
  group.found = group.found.filter((match) => match.end > limit);
  return reports;
}

function placed(found: readonly Match[], reports: readonly Match[]): Omit<Released, "text"> {
  const flagged = reports.filter((match) => !match.rule.shadow);
  const matches = [...found, ...resolve(flagged)].sort((one, other) => one.start - other.start);
  return { matches, shadow: reports.filter((match) => match.rule.shadow), verdict: verdictOf(matches) };
}

function shift(matches: readonly Match[], by: number): Match[] {
  return matches.map((match) => ({ ...match, start: match.start + by, end: match.end + by }));
}

/** Forgets what lies too far back. */
function trim(state: State): void {
  const { removing, watching, offset, seen } = state;
  const read = [...removing.readers, ...watching.readers].map((reader) => reader.needed());
  const cut = contextStart(seen, Math.min(state.done, ...read) - offset);
  if (cut === 0) return;
  state.seen = seen.slice(cut);
  state.offset += cut;
}
