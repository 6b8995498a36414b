import type { StopSignal } from "#server/stop-signal.ts";
import type { Match } from "../resolve.ts";
import type { Filter, Rule, Span } from "../rule.ts";
import { patternLimits } from "./limits.ts";
import { findElsewhere } from "./pool.ts";

/** The findings of custom filters in one text. */
export type KnownSpans = ReadonlyMap<Filter, readonly Span[]>;

/** The findings of each text. Undefined: each filter searches on its own. `late`: the search did not finish in time. */
export type PatternReading = KnownSpans[] | "late" | undefined;

/**
 * The product of characters and instructions up to which texts are searched on this thread, within about 5 ms; larger
 * work goes to other threads.
 */
const INLINE_WORK = 200_000;

/** Searches all texts of a request for the patterns of custom rules, on another thread if that is much work. */
export function readPatterns(
  rules: readonly Rule[],
  texts: readonly string[],
  signal?: StopSignal,
): Promise<PatternReading> | undefined {
  const filters = [...new Set(rules.map(({ filter }) => filter).filter(({ pattern }) => pattern))];
  if (filters.length === 0) return undefined;
  const length = texts.reduce((sum, text) => sum + text.length, 0);
  return length * weightOf(rules) <= INLINE_WORK ? undefined : readElsewhere(filters, texts, signal);
}

/** Returns the number of instructions of all custom rules, each of which may run for each character. */
export function weightOf(rules: readonly Rule[]): number {
  return rules.reduce((sum, { filter }) => sum + (filter.pattern?.size ?? 0), 0);
}

async function readElsewhere(
  filters: readonly Filter[],
  texts: readonly string[],
  signal: StopSignal | undefined,
): Promise<PatternReading> {
  const sources = filters.map(({ pattern }) => pattern?.source ?? "");
  const sizes = filters.map(({ pattern }) => pattern?.size ?? 0);
  const finds = await findElsewhere({ sources, sizes, texts }, patternLimits.deadlineMs, signal);
  return finds ? finds.map((one) => spansOf(filters, one)) : "late";
}

function spansOf(filters: readonly Filter[], found: Int32Array): KnownSpans {
  const known = new Map<Filter, Span[]>(filters.map((filter) => [filter, []]));
  for (let at = 0; at < found.length; at += 3) {
    const filter = filters[found[at] ?? 0];
    if (filter) known.get(filter)?.push({ start: found[at + 1] ?? 0, end: found[at + 2] ?? 0, slug: filter.slug });
  }
  return known;
}

/** Returns the rules that remain after custom patterns were given up. */
export function withoutPatterns<One extends Rule>(rules: readonly One[]): One[] {
  return rules.filter(({ filter }) => !filter.pattern);
}

/**
 * Returns the match that records unfinished custom patterns: a block if the process is set to block and one of the
 * rules would do more than report, otherwise a flag. It names the guardrail of the first such rule.
 */
export function lateMatch(rules: readonly Rule[]): Match | undefined {
  const custom = rules.filter(({ filter }) => filter.pattern);
  const acting = custom.find(({ action, shadow }) => action !== "flag" && !shadow);
  const rule = acting ?? custom[0];
  if (!rule) return undefined;
  const action = acting && patternLimits.outcome === "block" ? "block" : "flag";
  const name = `custom patterns did not finish in ${patternLimits.deadlineMs} ms`;
  return { rule: { ...rule, id: "pattern-deadline", name, action }, start: 0, end: 0 };
}
