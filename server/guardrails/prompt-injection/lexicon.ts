import { createDisguises, type Disguises } from "./disguise.ts";
import { type FeatureName, features } from "./features.ts";
import { foldWord } from "./normalize.ts";
import { type Concept, vocabulary } from "./vocabulary.ts";

/** A phrase that begins with a given word: the words that follow, and what the phrase means. */
export type Entry = { rest: string[]; concept?: Concept; feature?: FeatureName };

export type Lexicon = {
  /** Phrases by their first word. */
  starts: ReadonlyMap<string, Entry[]>;
  /** Phrases by the stem that they begin with. */
  stems: ReadonlyMap<string, Entry[]>;
  /** Finds vocabulary words in scripts written without spaces. */
  unspaced: RegExp;
  /** All single words. */
  words: ReadonlySet<string>;
  /** Prefixes of the longer words, two to twelve letters. */
  beginnings: ReadonlySet<string>;
  disguises: Disguises;
};

let built: Lexicon | undefined;

/** Returns the vocabulary and the features, indexed on first use. */
export function lexicon(): Lexicon {
  built ??= build();
  return built;
}

const unspacedScript = /[\u0e00-\u0e7f\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/;

function build(): Lexicon {
  const starts = new Map<string, Entry[]>();
  const stems = new Map<string, Entry[]>();
  const runs = new Set<string>();
  const add = (phrase: string, entry: Omit<Entry, "rest">): void => {
    const folded = foldWord(phrase);
    const stem = folded.endsWith("*");
    const [first = "", ...rest] = folded.replace("*", "").split(" ");
    const index = stem ? stems : starts;
    index.set(first, [...(index.get(first) ?? []), { ...entry, rest }]);
    for (const word of [first, ...rest]) if (unspacedScript.test(word)) runs.add(word);
  };
  for (const [concept, list] of Object.entries(vocabulary))
    for (const phrase of list.split("|")) add(phrase, { concept: concept as Concept });
  for (const [feature, { phrases }] of Object.entries(features))
    for (const phrase of phrases.split("|")) add(phrase, { feature: feature as FeatureName });
  const words = wordsOf([...starts]);
  const longestFirst = [...runs].sort((one, other) => other.length - one.length);
  const unspaced = new RegExp(longestFirst.join("|"), "g");
  return { starts, stems, unspaced, words, beginnings: beginningsOf(words), disguises: createDisguises(words) };
}

function wordsOf(entries: [string, Entry[]][]): Set<string> {
  return new Set(entries.flatMap(([first, list]) => [first, ...list.flatMap((entry) => entry.rest)]));
}

function beginningsOf(words: ReadonlySet<string>): Set<string> {
  const beginnings = new Set<string>();
  for (const word of words) {
    if (word.length < 6) continue;
    for (let length = 2; length < Math.min(word.length, 13); length += 1) beginnings.add(word.slice(0, length));
  }
  return beginnings;
}
