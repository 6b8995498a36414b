import { lookUp } from "../lists.ts";
import type { Filter, Span } from "../rule.ts";
import { handleNames } from "./handles.ts";
import { introducedNames } from "./introductions.ts";
import { type Candidate, judge } from "./judge.ts";
import { runsIn } from "./runs.ts";
import { settled } from "./settled.ts";
import { tabledNames } from "./tables.ts";

/**
 * Names of people: rows of capitalized words weighed by lists of given and family names, by what such a word else means,
 * and by what stands around them (titles, introductions, roles, labels, verbs that people do); names in scripts without
 * capitals where somebody is introduced; and a family name again once the whole name was found.
 */
export const personName: Filter = { slug: "person-name", find, settled };

function find(text: string): Span[] {
  const candidates = runsIn(text).flatMap((run) => judge(text, run));
  raiseListed(text, candidates);
  lowerListed(text, candidates);
  const spans = accepted(candidates).map(({ start, end }) => ({ start, end, slug: "person-name" }));
  return withoutOverlaps([...spans, ...introducedNames(text), ...handleNames(text), ...tabledNames(text)]);
}

const listing = /^(?:, ?(?:and |& )?| (?:and|&|und|et|y|e|og|och|en|i|oraz|ve|vs\.?|v) |\n[-*•\d. ]{0,4}| ?[|;] ?)$/;

/** A candidate in a list with a name is a name sooner: "Kovač, Becker and Ruiz". */
function raiseListed(text: string, candidates: Candidate[]): void {
  const beside = (one: Candidate | undefined, other: Candidate | undefined): void => {
    if (one === undefined || other === undefined || one.score < 2 || other.score >= 2) return;
    const gap = text.slice(Math.min(one.end, other.end), Math.max(one.start, other.start));
    const alike = one.words.length > 1 === other.words.length > 1;
    if (alike && other.score > 0.9 && gap.length < 8 && listing.test(gap)) other.score += 1.1;
  };
  for (let index = 1; index < candidates.length; index += 1) beside(candidates[index - 1], candidates[index]);
  for (let index = candidates.length - 1; index > 0; index -= 1) beside(candidates[index], candidates[index - 1]);
}

/** "Austin, Paris and Florence": single words in a list that are all places, or all things, are no people. */
function lowerListed(text: string, candidates: Candidate[]): void {
  for (let index = 1; index < candidates.length; index += 1) {
    const [one, other] = [candidates[index - 1], candidates[index]];
    if (one === undefined || other === undefined || other.start - one.end > 7) continue;
    if (one.words.length > 1 || other.words.length > 1 || !listing.test(text.slice(one.end, other.start))) continue;
    const [known, next] = [lookUp(one.words[0] ?? ""), lookUp(other.words[0] ?? "")];
    if (!(known.place && next.place) && !(known.word && next.word)) continue;
    one.score -= 0.8;
    other.score -= 0.8;
  }
}

/** The candidates with weight enough, and the parts by which somebody named before is called again. */
function accepted(candidates: readonly Candidate[]): Candidate[] {
  const known = new Set<string>();
  return candidates.filter((one) => {
    const [word = ""] = one.words;
    if (one.score < 2) return one.score > 0.6 && one.words.length === 1 && known.has(word);
    for (const part of one.words) if (part.length > 2) known.add(part);
    return true;
  });
}

function withoutOverlaps(spans: Span[]): Span[] {
  const kept: Span[] = [];
  for (const span of spans.sort((one, other) => one.start - other.start || other.end - one.end)) {
    if (span.start >= (kept.at(-1)?.end ?? 0)) kept.push(span);
  }
  return kept;
}
