import { type FeatureName, features } from "./features.ts";
import type { Entry } from "./lexicon.ts";
import type { Token } from "./tokens.ts";
import type { Concept } from "./vocabulary.ts";

/** Possible evidence of an attack. `at` and `until` are token indexes, `until` exclusive. */
export type Sign = { at: number; until: number; kind: string; weight: number; directive: boolean };

/** The position of a vocabulary phrase. */
export type Mention = { at: number; until: number };

export type Mentions = { concepts: Map<Concept, Mention[]>; signs: Sign[] };

/** Finds all lexicon phrases in a list of tokens. */
export function mentionsIn(tokens: readonly Token[]): Mentions {
  const found: Mentions = { concepts: new Map(), signs: [] };
  for (let at = 0; at < tokens.length; at += 1) {
    const entries = tokens[at]?.entries ?? [];
    if (entries.length === 0) continue;
    const next = tokens[at + 1]?.word;
    for (const entry of entries) {
      // Rules out most phrases that begin with a common word.
      if (entry.rest.length > 0 && entry.rest[0] !== next) continue;
      if (entry.rest.length > 1 && !follows(tokens, at, entry.rest)) continue;
      record(found, entry, at, at + 1 + entry.rest.length);
    }
  }
  return found;
}

function follows(tokens: readonly Token[], at: number, rest: readonly string[]): boolean {
  return rest.every((word, index) => tokens[at + 1 + index]?.word === word);
}

function record(found: Mentions, entry: Entry, at: number, until: number): void {
  if (entry.feature !== undefined) found.signs.push(signOf(entry.feature, at, until));
  if (entry.concept === undefined) return;
  const list = found.concepts.get(entry.concept);
  if (list === undefined) found.concepts.set(entry.concept, [{ at, until }]);
  else list.push({ at, until });
}

function signOf(name: FeatureName, at: number, until: number): Sign {
  const feature: { weight: number; directive?: true } = features[name];
  return { at, until, kind: name, weight: feature.weight, directive: feature.directive === true };
}
