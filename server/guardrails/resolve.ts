import type { Action, Rule } from "./rule.ts";

/** A rule's finding in one text: UTF-16 offsets, end exclusive. */
export type Match = { rule: Rule; start: number; end: number };

/** The strength of each action. */
export const weight: Readonly<Record<Action, number>> = { block: 2, redact: 1, flag: 0 };

/**
 * Resolves overlapping findings, so that every character belongs to one finding: block before redact before flag, then
 * the longer finding, then the earlier one. Overlapping findings that remove text are merged, so that no forbidden text
 * remains. Shadow rules are left out.
 */
export function resolve(matches: readonly Match[]): Match[] {
  const acting = matches.filter((match) => !match.rule.shadow);
  const removed = settle(acting.filter((match) => match.rule.action !== "flag"));
  const flagged = settle(acting.filter((match) => match.rule.action === "flag"));
  return [...removed, ...withoutOverlaps(flagged, removed)].sort(byStart);
}

function settle(matches: Match[]): Match[] {
  const resolved: Match[] = [];
  let kept: Match | undefined;
  let longest = 0;
  for (const match of matches.sort(byStart)) {
    if (kept === undefined || match.start >= kept.end) {
      kept = { ...match };
      longest = match.end - match.start;
      resolved.push(kept);
      continue;
    }
    if (isStronger(match, kept, longest)) {
      kept.rule = match.rule;
      longest = match.end - match.start;
    }
    kept.end = Math.max(kept.end, match.end);
  }
  return resolved;
}

function isStronger(match: Match, kept: Match, longest: number): boolean {
  const gain = weight[match.rule.action] - weight[kept.rule.action];
  return gain > 0 || (gain === 0 && match.end - match.start > longest);
}

/** Returns the matches that overlap none of `others`; both lists are in order and without overlaps. */
function withoutOverlaps(matches: readonly Match[], others: readonly Match[]): Match[] {
  let index = 0;
  return matches.filter((match) => {
    while ((others[index]?.end ?? Number.POSITIVE_INFINITY) <= match.start) index += 1;
    return (others[index]?.start ?? Number.POSITIVE_INFINITY) >= match.end;
  });
}

function byStart(one: Match, other: Match): number {
  return one.start - other.start || other.end - one.end;
}
