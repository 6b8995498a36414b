import { createPatternSet, type PatternSet } from "./follower.ts";
import type { Program } from "./program.ts";

const sets = new Map<string, PatternSet>();
const MAX_SETS = 20;

/**
 * Returns the set of these patterns: always the same object for the same patterns, so that streams share its states.
 */
export function patternSetOf(patterns: readonly { source: string; program: Program }[]): PatternSet {
  const name = JSON.stringify(patterns.map(({ source }) => source));
  const cached = sets.get(name);
  if (cached) return cached;
  if (sets.size >= MAX_SETS) sets.clear();
  const set = createPatternSet(patterns.map(({ program }) => program));
  sets.set(name, set);
  return set;
}
