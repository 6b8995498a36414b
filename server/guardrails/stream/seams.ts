import type { Match } from "../resolve.ts";
import type { Rule } from "../rule.ts";

/** The length of both texts that is searched: more than the longest number, and than most email addresses. */
const REACH = 64;

/**
 * The filters whose values may be split. Any two texts could form names and postal addresses, and an attack is more
 * than a value.
 */
const values: ReadonlySet<string> = new Set(["email", "phone", "ssn", "credit-card", "ip-address"]);

const ending = /[\p{L}\p{N}@._+/-]\s{0,2}$/u;
const beginning = /^\s{0,2}[\p{L}\p{N}@.(_+/-]/u;

/** The two parts of a value that is split between the end of one text and the start of the next. */
export type Split = { tail: Match; head: Match };

/** Finds values that two consecutive texts only form together, as if nothing or a blank separated them. */
export function splitValues(rules: readonly Rule[], one: string, next: string): Split[] {
  const tail = one.slice(-REACH);
  const head = next.slice(0, REACH);
  if (!ending.test(tail) || !beginning.test(head)) return [];
  const reading = rules.filter(({ filter }) => values.has(filter.slug) || filter.pattern);
  for (const joint of ["", " "]) {
    const splits = reading.flatMap((rule) => splitsOf(rule, tail + joint + head, tail.length, joint.length, one, next));
    if (splits.length > 0) return splits;
  }
  return [];
}

function splitsOf(rule: Rule, text: string, cut: number, joint: number, one: string, next: string): Split[] {
  const shift = one.length - cut;
  return rule.filter
    .find(text)
    .filter(({ start, end }) => start < cut && end > cut + joint)
    .filter(({ start, end }) => needsBoth(rule, text, start, end, cut, joint))
    .map(({ start, end }) => ({
      tail: { rule, start: shift + start, end: one.length },
      head: { rule, start: 0, end: Math.min(next.length, end - cut - joint) },
    }));
}

/**
 * Returns whether the value needs both texts. A value that is complete in one text, and that the other only extends, is
 * found there.
 */
function needsBoth(rule: Rule, text: string, start: number, end: number, cut: number, joint: number): boolean {
  const finds = (part: string) => rule.filter.find(part).length > 0;
  return !finds(text.slice(start, cut)) && !finds(text.slice(cut + joint, end));
}
