import { addName } from "./names.ts";

type People = { given: Set<string>; family: Set<string> };
type Census = { first_male: string[]; first_female: string[]; last: string[] };

/** The number of family names taken from the census, by frequency; rarer ones look like any other word. */
const frequent = 25_000;
/** The number of these names that may also be English words. */
const frequentWords = 1200;

/** Adds the names of the United States census of 1990, which lists family names by frequency. */
export function addCensusNames({ given, family }: People, census: Census, isWord: (word: string) => boolean): void {
  for (const name of [...census.first_male, ...census.first_female])
    if (!isWord(name.toLowerCase())) addName(given, name);
  for (const [rank, name] of census.last.slice(0, frequent).entries())
    if (rank < frequentWords || !isWord(name.toLowerCase())) addName(family, name);
}

type FirstNames = ReadonlyMap<string, string>;

/** Adds first names by language, from the registries of births: only names that occur in two languages. */
export function addFirstNames({ given }: People, sources: readonly (FirstNames | Record<string, FirstNames>)[]): void {
  const counts = new Map<string, number>();
  for (const source of sources) {
    const maps = source instanceof Map ? [source] : Object.values(source as Record<string, FirstNames>);
    for (const name of new Set(maps.flatMap((map) => [...map.keys()]))) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  for (const [name, count] of counts)
    if (count > 1 && name.length > 3) for (const part of name.split(/[ -]/)) addName(given, part);
}

/**
 * Adds names of people from a list that does not tell given names from family names. A name that is not a known given
 * name is added as a family name.
 */
export function addMixedNames({ given, family }: People, list: string, isWord: (word: string) => boolean): void {
  for (const line of list.split("\n")) {
    const name = line.trim();
    if (!/^\p{Lu}[\p{L}\p{M}']{2,}$/u.test(name)) continue;
    const own = new Set<string>();
    addName(own, name);
    for (const folded of own) if (!given.has(folded) && !isWord(folded)) family.add(folded);
  }
}
