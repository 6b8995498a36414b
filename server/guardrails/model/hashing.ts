/** The number of weights, as a power of two. */
export const bucketBits = 17;

/** Returns the 32-bit FNV-1a hash of UTF-16 units. */
export function hashOf(text: string, from: number, to: number): number {
  let hash = 0x811c9dc5;
  for (let index = from; index < to; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return hash | 0;
}

/** Returns the index of the weight of a pair of hashes. The order of the pair matters. */
export function bucketOf(one: number, other: number): number {
  let mixed = Math.imul(one ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul((other << 13) | (other >>> 19), 0xc2b2ae35);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d);
  return (mixed ^ (mixed >>> 14)) >>> (32 - bucketBits);
}
