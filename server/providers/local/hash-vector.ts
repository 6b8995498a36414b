/** A word weighs as much as all its letter groups together, so that words with similar spelling are close. */
const WORD_WEIGHT = 1;
const GROUP_LENGTHS = [3, 4, 5];

/** Returns a unit vector of a text's words and letter groups; all zeros for a text without words. */
export function hashVector(text: string, dimensions: number): number[] {
  const sums = new Float64Array(dimensions);
  for (const [word, times] of wordCounts(text)) {
    // Repeating a word adds less each time.
    const weight = Math.sqrt(times);
    add(sums, word, weight * WORD_WEIGHT);
    const groups = groupsOf(word);
    for (const group of groups) add(sums, group, weight / Math.sqrt(groups.length));
  }
  const length = Math.hypot(...sums) || 1;
  return Array.from(sums, (sum) => Math.fround(sum / length));
}

function wordCounts(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of text
    .normalize("NFKC")
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? [])
    counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

/** Marks word boundaries, so that prefixes and suffixes differ from groups in the middle. */
function groupsOf(word: string): string[] {
  const marked = `<${word.slice(0, 64)}>`;
  return GROUP_LENGTHS.flatMap((length) =>
    Array.from({ length: Math.max(0, marked.length - length + 1) }, (_, at) => marked.slice(at, at + length)),
  );
}

// Adds a feature to one dimension with a sign, so that collisions cancel out as often as they add up.
function add(sums: Float64Array, feature: string, weight: number): void {
  const hash = hashOf(feature);
  const at = hash % sums.length;
  sums[at] = (sums[at] ?? 0) + (hashOf(`${feature}#`) & 1 ? weight : -weight);
}

/** FNV-1a, 32 bits, mixed once more because its low bits alone are poorly distributed. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return (hash ^ (hash >>> 13)) >>> 0;
}
