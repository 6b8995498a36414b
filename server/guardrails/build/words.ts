import { baseOf, foldName } from "../personal-data/word-forms.ts";

/** Returns the common English words in lower case, each once without its regular endings. */
export function plainWords(lists: Record<string, string[]>): Set<string> {
  const levels = [
    "english/10",
    "english/20",
    "english/35",
    "english/40",
    "english/american/10",
    "english/american/20",
    "english/american/35",
    "english/british/10",
    "english/british/20",
    "english/british/35",
  ];
  const all = new Set(levels.flatMap((level) => lists[level] ?? []).filter((word) => /^[a-z]{2,}$/.test(word)));
  return new Set([...all].filter((word) => !baseOf(word, (base) => all.has(base) && base !== word)));
}

/** Languages with capital letters whose function words can begin a sentence and are not names. */
const nearest = ["de", "fr", "es", "it", "pt", "nl"];
const others =
  "ru uk bg el pl cs sv no da fi hu ro tr id vi hr sl sk lt lv et ca gl eu sw zu yo ha so st af ms tl ga".split(" ");

/** Returns the function words of other languages that are neither English words nor names of people. */
export function foreignWords(
  lists: Record<string, string[]>,
  english: ReadonlySet<string>,
  people: { given: ReadonlySet<string>; family: ReadonlySet<string> },
): Set<string> {
  const isName = (word: string): boolean => people.given.has(word) && word.length > 2;
  const wordsOf = (languages: readonly string[]): string[] =>
    languages
      .flatMap((language) => lists[language] ?? [])
      .map((word) => foldName(word))
      .filter((word) => smallWord.test(word) && !english.has(word) && !isName(word));
  return new Set([...wordsOf(nearest), ...wordsOf(others).filter((word) => !people.family.has(word))]);
}

const smallWord = /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}']{2,}$/u;
