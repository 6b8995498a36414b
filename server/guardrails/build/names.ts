import { foldName } from "../personal-data/word-forms.ts";
import { wordSurnames } from "./surnames.ts";

type Localized = Record<string, unknown>;
type Locales = Record<string, { person?: Record<string, unknown>; location?: Record<string, unknown> }>;
type Tags = Record<string, string | string[]>;

/**
 * Returns the given and family names of every locale and of the English lexicon, word by word, in lower case without
 * accents.
 */
export function personNames(locales: Locales, lexicon: Tags): { given: Set<string>; family: Set<string> } {
  const given = new Set<string>();
  const family = new Set<string>();
  for (const [locale, { person }] of Object.entries(locales)) {
    if (invented.has(locale)) continue;
    addAll(given, person?.first_name);
    addAll(family, person?.last_name);
  }
  addTagged(given, lexicon, ["MaleName", "FemaleName", "FirstName"]);
  addTagged(family, lexicon, ["LastName"]);
  for (const word of wordSurnames) addName(family, word);
  return { given, family };
}

/** Returns cities, regions and countries, in lower case without accents; names of several words stay whole. */
export function placeNames(locales: Locales, lexicon: Tags, given: ReadonlySet<string>): Set<string> {
  const places = new Set<string>();
  for (const [locale, { location }] of Object.entries(locales)) {
    const isNear = western.test(locale);
    if (!isNear && !farther.test(locale)) continue;
    for (const field of ["city_name", "state", "country"]) {
      for (const place of strings(location?.[field]))
        if (/^[\p{L}\p{M}' .-]{3,40}$/u.test(place) && (isNear || !given.has(foldName(place))))
          places.add(foldName(place));
    }
  }
  for (const language of countryLanguages) addCountries(places, language);
  for (const [word, tag] of Object.entries(lexicon))
    if (placeTags.some((place) => [tag].flat().includes(place))) places.add(foldName(word));
  return places;
}

/** The languages in which countries are written in addresses. */
const countryLanguages = "en de fr es it pt nl pl cs sk hu ro sv nb da fi tr id ru uk".split(" ");

function addCountries(places: Set<string>, language: string): void {
  const names = new Intl.DisplayNames([language], { type: "region", fallback: "none" });
  for (let code = 0; code < 676; code += 1) {
    const region = String.fromCharCode(65 + Math.floor(code / 26), 65 + (code % 26));
    const name = names.of(region);
    if (name !== undefined && /^[\p{L}\p{M}' .-]{3,40}$/u.test(name)) places.add(foldName(name));
  }
}

const invented = new Set(["base", "en_BORK", "en_AU_ocker", "dv"]);
/** The locales whose addresses the address filter reads. */
const western = /^(?:en(?!_BORK|_AU_ocker|_IN|_NG)|de|fr|es|it|pt|nl|da|sv|nb|fi|pl|cs)/;
/** The locales whose cities are often named after people. */
const farther = /^(?:en_IN|en_NG|sk|hu|ro|hr|sl|tr|id|vi|lv|lt|et)/;
const placeTags = ["City", "Region", "Country", "Place"];

function addAll(names: Set<string>, source: unknown): void {
  for (const value of strings(source)) for (const word of value.split(/[\s-]+/)) addName(names, word);
}

function addTagged(names: Set<string>, lexicon: Tags, tags: string[]): void {
  for (const [word, tag] of Object.entries(lexicon))
    if (tags.some((one) => [tag].flat().includes(one)) && !word.includes(" ")) addName(names, word);
}

/** Adds a single name, in lower case without accents, unless it is a particle or not a word. */
export function addName(names: Set<string>, word: string): void {
  const folded = foldName(word);
  const shortScript = /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(folded);
  if (/^[\p{L}\p{M}']+$/u.test(folded) && folded.length >= (shortScript ? 1 : 2) && !particle.has(folded))
    names.add(folded);
}

const particle = new Set([
  "de",
  "da",
  "do",
  "dos",
  "das",
  "di",
  "del",
  "della",
  "la",
  "le",
  "van",
  "von",
  "der",
  "den",
  "ter",
  "al",
  "el",
  "bin",
  "ibn",
  "san",
  "st",
  "the",
  "and",
  "of",
  "in",
  "to",
  "du",
  "des",
]);

function strings(source: unknown): string[] {
  if (Array.isArray(source)) return source.filter((value): value is string => typeof value === "string");
  return source !== null && typeof source === "object" ? Object.values(source as Localized).flatMap(strings) : [];
}
