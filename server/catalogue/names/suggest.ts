const MAX_NAME_LENGTH = 100;
/** Below this share of common letter pairs two names are unrelated. */
const MIN_SIMILARITY = 0.4;
/** The author counts a little: a match of the slug alone is worth less than one of the whole name. */
const SLUG_WEIGHT = 0.95;

/** Finds names similar to a mistyped one; caches its work for each name, so that later searches are cheap. */
export type Suggester = (typed: string, names: Iterable<string>, count: number) => string[];

/**
 * Creates a suggester of the names most similar to a typed one by common letter pairs, nearest first; linear in the
 * names' lengths.
 */
export function createSuggester(): Suggester {
  const pairsByName = new Map<string, Pairs>();
  return (typed, names, count) => {
    const typedPairs = pairsOf(typed);
    const similar: { name: string; similarity: number }[] = [];
    for (const name of names) {
      const pairs = pairsByName.get(name) ?? pairsOf(name);
      pairsByName.set(name, pairs);
      const similarity = Math.max(
        similarityOf(typedPairs.whole, pairs.whole),
        SLUG_WEIGHT * similarityOf(typedPairs.slug, pairs.slug),
      );
      if (similarity >= MIN_SIMILARITY) similar.push({ name, similarity });
    }
    similar.sort((a, b) => b.similarity - a.similarity || (a.name < b.name ? -1 : 1));
    return similar.slice(0, count).map(({ name }) => name);
  };
}

/** The letter pairs of a name and of the part after its author, each as a sorted list of codes. */
type Pairs = { whole: number[]; slug: number[] };

function pairsOf(name: string): Pairs {
  return { whole: codesOf(name), slug: codesOf(name.slice(name.indexOf("/") + 1)) };
}

function codesOf(name: string): number[] {
  const text = ` ${name
    .slice(0, MAX_NAME_LENGTH)
    .toLowerCase()
    .replace(/[-_.:]/g, " ")} `;
  const codes = new Set<number>();
  for (let index = 0; index + 1 < text.length; index++)
    codes.add(text.charCodeAt(index) * 65_536 + text.charCodeAt(index + 1));
  return [...codes].sort((a, b) => a - b);
}

/** Returns twice the common codes over all codes: 1 for equal lists. */
function similarityOf(a: number[], b: number[]): number {
  let common = 0;
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    const difference = (a[i] as number) - (b[j] as number);
    if (difference === 0) common++;
    if (difference <= 0) i++;
    if (difference >= 0) j++;
  }
  return (2 * common) / (a.length + b.length);
}
