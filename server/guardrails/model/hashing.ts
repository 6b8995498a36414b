/** How many weights there are, as a power of two. */
export const bucketBits = 17;

/** FNV-1a over UTF-16 units, 32 bits. */
export function hashOf(text: string, from: number, to: number): number {
  let hash = 0x811c9dc5;
  for (let index = from; index < to; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return hash | 0;
}

/** The weight that a pair of hashes falls on; the order of the two counts. */
export function bucketOf(one: number, other: number): number {
  let mixed = Math.imul(one ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul((other << 13) | (other >>> 19), 0xc2b2ae35);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d);
  return (mixed ^ (mixed >>> 14)) >>> (32 - bucketBits);
}
