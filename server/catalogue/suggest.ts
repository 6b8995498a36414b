const LONGEST_NAME = 100;
/** Below this share of common letter pairs two names are unrelated. */
const LEAST_LIKENESS = 0.4;
/** The author counts a little: a match of the slug alone is worth less than one of the whole name. */
const SLUG_WEIGHT = 0.95;

/** Finds names similar to a mistyped one; caches its work for each name, so that later searches are cheap. */
export type Suggester = (typed: string, names: Iterable<string>, count: number) => string[];

/**
 * Creates a suggester of the names most similar to a typed one by common letter pairs, nearest first; linear in the
 * names' lengths.
 */
export function createSuggester(): Suggester {
  const known = new Map<string, Pairs>();
  return (typed, names, count) => {
    const wanted = pairsOf(typed);
    const near: { name: string; likeness: number }[] = [];
    for (const name of names) {
      const pairs = known.get(name) ?? pairsOf(name);
      known.set(name, pairs);
      const likeness = Math.max(
        likenessOf(wanted.whole, pairs.whole),
        SLUG_WEIGHT * likenessOf(wanted.slug, pairs.slug),
      );
      if (likeness >= LEAST_LIKENESS) near.push({ name, likeness });
    }
    near.sort((a, b) => b.likeness - a.likeness || (a.name < b.name ? -1 : 1));
    return near.slice(0, count).map(({ name }) => name);
  };
}

/** The letter pairs of a name and of the part after its author, each as a sorted list of codes. */
type Pairs = { whole: number[]; slug: number[] };

function pairsOf(name: string): Pairs {
  return { whole: codesOf(name), slug: codesOf(name.slice(name.indexOf("/") + 1)) };
}

function codesOf(name: string): number[] {
  const text = ` ${name
    .slice(0, LONGEST_NAME)
    .toLowerCase()
    .replace(/[-_.:]/g, " ")} `;
  const codes = new Set<number>();
  for (let index = 0; index + 1 < text.length; index++)
    codes.add(text.charCodeAt(index) * 65_536 + text.charCodeAt(index + 1));
  return [...codes].sort((a, b) => a - b);
}

/** Returns twice the common codes over all codes: 1 for equal lists. */
function likenessOf(a: number[], b: number[]): number {
  let common = 0;
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    const difference = (a[i] as number) - (b[j] as number);
    if (difference === 0) common++;
    if (difference <= 0) i++;
    if (difference >= 0) j++;
  }
  return (2 * common) / (a.length + b.length);
}
