import type { Filter, Span } from "../rule.ts";
import { handleNames } from "./handles.ts";
import { introducedNames } from "./introductions.ts";
import { type Candidate, judge } from "./judge.ts";
import { runsIn } from "./runs.ts";
import { settled } from "./settled.ts";

/**
 * Names of people: rows of capitalized words weighed by lists of given and family names, by what such a word else means,
 * and by what stands around them (titles, introductions, roles, labels, verbs that people do); names in scripts without
 * capitals where somebody is introduced; and a family name again once the whole name was found.
 */
export const personName: Filter = { slug: "person-name", find, settled };

function find(text: string): Span[] {
  const candidates = runsIn(text).flatMap((run) => judge(text, run));
  const spans = accepted(candidates).map(({ start, end }) => ({ start, end, slug: "person-name" }));
  return withoutOverlaps([...spans, ...introducedNames(text), ...handleNames(text)]);
}

/** The candidates with weight enough, and the parts by which somebody named before is called again. */
function accepted(candidates: readonly Candidate[]): Candidate[] {
  const known = new Set<string>();
  return candidates.filter((one) => {
    const [word = ""] = one.words;
    if (one.score < 2) return one.score > 1.1 && one.words.length === 1 && known.has(word);
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
