import type { Filter, Span } from "../rule.ts";
import { type Candidate, candidatesIn } from "./candidates.ts";
import { handleNames } from "./handles.ts";
import { introducedNames } from "./introductions.ts";
import { createScorer, type Model, type Scorer } from "./model/model.ts";
import { storedModel } from "./model/weights.ts";
import { listedNames } from "./scripts.ts";
import { settled } from "./settled.ts";
import { smallNamesIn } from "./small-names.ts";
import { tabledNames } from "./tables.ts";

/**
 * Names of people: capitalized words that a small trained model takes for a name, by lists of given and family names, by
 * how they are spelled and by what stands around them; names in scripts without capitals where somebody is introduced;
 * and a part of a name again once the whole name was found.
 */
export const personName: Filter = createPersonName(storedModel);

/** The filter with a model, which is read when first used. */
export function createPersonName(model: () => Model): Filter {
  let scorer: Scorer | undefined;
  return {
    slug: "person-name",
    find(text) {
      scorer ??= createScorer(model());
      const spans = accepted(candidatesIn(text, scorer)).map(({ start, end }) => ({ start, end, slug: "person-name" }));
      return withoutOverlaps([
        ...spans,
        ...introducedNames(text),
        ...listedNames(text),
        ...smallNamesIn(text),
        ...handleNames(text),
        ...tabledNames(text),
      ]);
    },
    settled,
  };
}

/** The names, and the parts by which somebody named before is called again. */
function accepted(candidates: readonly Candidate[]): Candidate[] {
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
