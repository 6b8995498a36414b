import familyNames from "./data/family-names.json" with { type: "json" };
import functionWords from "./data/function-words.json" with { type: "json" };
import givenNames from "./data/given-names.json" with { type: "json" };
import placeNames from "./data/places.json" with { type: "json" };
import plainWords from "./data/words.json" with { type: "json" };
import { baseOf, foldName } from "./personal-data/word-forms.ts";
import { readList } from "./word-list.ts";

type Lists = { given: Set<string>; family: Set<string>; places: Set<string>; words: Set<string>; small: Set<string> };

let unfolded: Lists | undefined;

/** Returns the word lists of data/, decoded on first use. Words are lowercase without accents. */
function loadLists(): Lists {
  unfolded ??= {
    given: readList(givenNames.words),
    family: readList(familyNames.words),
    places: readList(placeNames.words),
    words: readList(plainWords.words),
    small: readList(functionWords.words),
  };
  return unfolded;
}

/** The lists that contain a word. A hyphenated name (Grimes-Balistreri) is looked up by its parts. */
export type Known = {
  folded: string;
  given: boolean;
  family: boolean;
  word: boolean;
  place: boolean;
  /** A function word in a language other than English. */
  foreign: boolean;
};

const cache = new Map<string, Known>();

export function lookUp(written: string): Known {
  const cached = cache.get(written);
  if (cached !== undefined) return cached;
  const folded = foldName(written);
  const known = { ...lookUpOnce(folded), folded };
  // "O'Brien", "McAllister": the form of a word alone can show that it is a family name.
  if (/^(?:O['’]|Mc)\p{Lu}\p{Ll}{2}/u.test(written)) known.family = true;
  if (cache.size > 20_000) cache.clear();
  cache.set(written, known);
  return known;
}

function lookUpOnce(word: string): Omit<Known, "folded"> {
  const { given, family, places, words, small } = loadLists();
  if (small.has(word)) return { given: false, family: false, word: true, place: false, foreign: true };
  const base = /^\p{Script=Cyrillic}{4,}$/u.test(word) ? nominativeOf(word, given, family) : word;
  return flagsOf(base, given, family, places, words);
}

/** Returns the nominative of a declined Slavic name if a list contains it, otherwise the word. */
function nominativeOf(word: string, given: Set<string>, family: Set<string>): string {
  if (given.has(word) || family.has(word)) return word;
  for (const ending of ["ого", "ому", "ой", "ым", "ом", "ем", "ей", "у", "ю", "а", "я", "е", "и", "ы"]) {
    if (!word.endsWith(ending)) continue;
    const stem = word.slice(0, -ending.length);
    for (const nominative of ["", "а", "я", "й", "ь", "ий"])
      if (given.has(stem + nominative) || family.has(stem + nominative)) return stem + nominative;
  }
  return word;
}

function flagsOf(
  word: string,
  given: Set<string>,
  family: Set<string>,
  places: Set<string>,
  words: Set<string>,
): Omit<Known, "folded"> {
  const parts = word.split("-").filter((part) => part !== "");
  const all = (list: Set<string>): boolean => parts.length > 0 && parts.every((part) => list.has(part));
  const plain = parts.length > 0 && parts.every((part) => baseOf(part, (base) => words.has(base)));
  return {
    given: all(given),
    family: all(family) || (parts.length > 1 && parts.some((part) => family.has(part))),
    word: plain,
    place: places.has(word),
    foreign: false,
  };
}

/** Returns whether `phrase`, in any case, is a city, region or country. */
export function isPlace(phrase: string): boolean {
  return loadLists().places.has(foldName(phrase));
}
