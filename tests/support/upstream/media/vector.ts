/**
 * Returns a unit vector of a text's words: equal texts have equal vectors, and texts that share words have similar
 * ones.
 */
export function vectorOf(text: string, dimensions: number): number[] {
  const sums = new Array<number>(dimensions).fill(0);
  for (const word of wordsOf(text)) {
    const hash = hashOf(word);
    const at = hash % dimensions;
    sums[at] = (sums[at] ?? 0) + (hash & 1024 ? 1 : -1);
  }
  const length = Math.hypot(...sums) || 1;
  return sums.map((sum) => Math.fround(sum / length));
}

/** Returns the share of the query's words that a document contains, from 0 to 1. */
export function relevanceOf(query: string, document: string): number {
  const wanted = new Set(wordsOf(query));
  const found = new Set(wordsOf(document));
  const shared = [...wanted].filter((word) => found.has(word)).length;
  return Number((shared / Math.max(1, wanted.size)).toFixed(6));
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** Returns the FNV-1a hash, 32 bits. */
function hashOf(word: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < word.length; index += 1)
    hash = Math.imul(hash ^ word.charCodeAt(index), 0x01000193) >>> 0;
  return hash;
}
