import type { Filter, Span } from "../rule.ts";
import { type Candidate, candidatesIn } from "./candidates.ts";
import { findHandleNames } from "./handles.ts";
import { findIntroducedNames } from "./introductions.ts";
import { createScorer, type Model, type Scorer } from "./model/model.ts";
import { storedModel } from "./model/weights.ts";
import { findListedNames } from "./scripts.ts";
import { findLowercaseNames } from "./small-names.ts";
import { findStableEnd } from "./stable-end.ts";
import { findTableNames } from "./tables.ts";

/**
 * Finds names of people: capitalized words that a small trained model takes for a name, by lists of given and family
 * names, by their spelling and by the text around them; names in scripts without capitals where the text introduces
 * somebody; and parts of a name after its first full occurrence.
 */
export const personName: Filter = createPersonName(storedModel);

/** Creates the filter with a model, which is loaded on first use. */
export function createPersonName(model: () => Model): Filter {
  let scorer: Scorer | undefined;
  return {
    slug: "person-name",
    find(text) {
      scorer ??= createScorer(model());
      const spans = acceptNames(candidatesIn(text, scorer)).map(({ start, end }) => ({
        start,
        end,
        slug: "person-name",
      }));
      return withoutOverlaps([
        ...spans,
        ...findIntroducedNames(text),
        ...findListedNames(text),
        ...findLowercaseNames(text),
        ...findHandleNames(text),
        ...findTableNames(text),
      ]);
    },
    findStableEnd,
  };
}

/** Returns the names, and the parts of earlier names that refer to the same people again. */
function acceptNames(candidates: readonly Candidate[]): Candidate[] {
  const known = new Set<string>();
  return candidates.filter(({ words, isName }) => {
    if (!isName) return known.has(words[0] ?? "");
    if (words.length > 1) for (const part of words) if (part.length > 2) known.add(part);
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
