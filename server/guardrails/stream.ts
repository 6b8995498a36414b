import { redact, type Verdict, verdictOf } from "./apply.ts";
import type { Placeholders } from "./placeholders.ts";
import { type Match, resolve } from "./resolve.ts";
import type { Rule } from "./rule.ts";

/** What may go on to the caller, and what decided about it. Offsets of matches count from the start of the stream. */
export type Released = { text: string; matches: Match[]; shadow: Match[]; verdict: Verdict };

export type StreamFilter = {
  /** Takes the next piece and gives back what no rule forbids, whatever comes next. After a block nothing more is given. */
  push: (piece: string) => Released;
  /** Gives back what was held. */
  end: () => Released;
};

/** Text already released that the rules still see, for the words before a finding. */
const contextLength = 400;

/**
 * Applies the rules to a text that comes in pieces. What a block or redact rule may still match is held back, as far as
 * each rule says it must be, so the pieces a sender chooses change nothing; without such rules nothing is held.
 */
export function createStreamFilter(rules: readonly Rule[], placeholders: Placeholders): StreamFilter {
  const state: State = { seen: "", offset: 0, done: 0, told: 0, wake: 0, blocked: false };
  return {
    push: (piece) => advance(state, rules, placeholders, piece, false),
    end: () => advance(state, rules, placeholders, "", true),
  };
}

type State = {
  /** The context and what is held. */
  seen: string;
  /** Where `seen` begins in the stream. */
  offset: number;
  /** How much of `seen` was released. */
  done: number;
  /** How much of `seen` the rules that hold nothing have reported about. */
  told: number;
  /** The length of `seen` below which a look would be too soon after the last. */
  wake: number;
  blocked: boolean;
};

function advance(
  state: State,
  rules: readonly Rule[],
  placeholders: Placeholders,
  piece: string,
  last: boolean,
): Released {
  if (state.blocked) return { text: "", matches: [], shadow: [], verdict: "blocked" };
  if (rules.length === 0) return { text: piece, matches: [], shadow: [], verdict: "allowed" };
  state.seen += piece;
  if (!last && state.seen.length < state.wake) return { text: "", matches: [], shadow: [], verdict: "allowed" };
  const removing = rules.filter((rule) => rule.action !== "flag" && !rule.shadow);
  const watching = rules.filter((rule) => rule.action === "flag" || rule.shadow);
  const matches = release(state, removing, last);
  const until = matches.until;
  const reports = report(state, watching, last);
  const text = redact(state.seen.slice(state.done, until), shift(matches.found, -state.done), placeholders);
  const result = { text, ...placed(state, matches.found, reports) };
  state.done = until;
  trim(state);
  state.wake = nextLook(state);
  return result;
}

/** How far the text may go, and what was decided up to there. A block ends the stream before what it found. */
function release(state: State, rules: readonly Rule[], last: boolean): { until: number; found: Match[] } {
  const { seen, done } = state;
  const limit = last
    ? seen.length
    : Math.max(done, Math.min(seen.length, ...rules.map((rule) => rule.filter.settled(seen))));
  if (limit === done) return { until: done, found: [] };
  const all = resolve(matchesOf(rules, seen)).filter((match) => match.end > done);
  const open = all.find((match) => match.start < limit && match.end > limit);
  const until = Math.max(done, open?.start ?? limit);
  const found = all
    .filter((match) => match.end <= until)
    .map((match) => ({ ...match, start: Math.max(done, match.start) }));
  const block = found.find((match) => match.rule.action === "block");
  if (block === undefined) return { until, found };
  state.blocked = true;
  return { until: block.start, found: found.filter((match) => match.start <= block.start) };
}

function matchesOf(rules: readonly Rule[], text: string): Match[] {
  return rules.flatMap((rule) => rule.filter.find(text).map(({ start, end }) => ({ rule, start, end })));
}

/** What rules that hold nothing found, once more text cannot change it. */
function report(state: State, rules: readonly Rule[], last: boolean): Match[] {
  if (rules.length === 0) return [];
  const { seen, told } = state;
  const limit = last ? seen.length : Math.max(told, Math.min(...rules.map((rule) => rule.filter.settled(seen))));
  if (limit === told) return [];
  state.told = limit;
  return matchesOf(rules, seen).filter((match) => match.end > told && match.end <= limit);
}

function placed(state: State, found: readonly Match[], reports: readonly Match[]): Omit<Released, "text"> {
  const flagged = reports.filter((match) => !match.rule.shadow);
  const matches = shift([...found, ...resolve(flagged)], state.offset).sort((one, other) => one.start - other.start);
  return {
    matches,
    shadow: shift(
      reports.filter((match) => match.rule.shadow),
      state.offset,
    ),
    verdict: verdictOf(matches),
  };
}

function shift(matches: readonly Match[], by: number): Match[] {
  return matches.map((match) => ({ ...match, start: match.start + by, end: match.end + by }));
}

/** A pattern without an end may hold much: the more is held, the more must come before it is read again. */
function nextLook({ seen, done }: State): number {
  const held = seen.length - done;
  return held > 2048 ? seen.length + (held >> 3) : 0;
}

/** Forgets what lies too far back, at the end of a word. */
function trim(state: State): void {
  const kept = Math.min(state.done, state.told === 0 ? state.done : Math.max(state.told, state.done - contextLength));
  if (kept < contextLength * 2) return;
  const space = state.seen.indexOf(" ", kept - contextLength);
  const cut = space < 0 || space >= kept ? kept - contextLength : space;
  state.seen = state.seen.slice(cut);
  state.offset += cut;
  state.done -= cut;
  state.told = Math.max(0, state.told - cut);
}
