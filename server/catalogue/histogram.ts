/** Counts of values in buckets, each `GROWTH` times as wide as the previous one. */
const GROWTH = 1.08;
const LOG_GROWTH = Math.log(GROWTH);

/** Buckets from 1 to about 700,000 times the smallest value: a millisecond to ten minutes. */
export const BUCKETS = 176;

/** The maximum relative error of a percentile: half a bucket. */
export const RELATIVE_ERROR = Math.sqrt(GROWTH) - 1;

/** Returns the bucket of a value; values outside the range fall into the first or the last. */
export function bucketOf(value: number, smallest: number): number {
  if (!(value > smallest)) return 0;
  return Math.min(BUCKETS - 1, Math.floor(Math.log(value / smallest) / LOG_GROWTH));
}

/** Returns the (geometric) middle of the bucket that contains the `share`-th smallest of `total` values. */
export function valueAt(counts: Uint32Array, total: number, share: number, smallest: number): number {
  const rank = Math.max(1, Math.ceil(total * share));
  let seen = 0;
  for (let bucket = 0; bucket < BUCKETS; bucket++) {
    seen += counts[bucket] as number;
    if (seen >= rank) return smallest * GROWTH ** (bucket + 0.5);
  }
  return smallest * GROWTH ** BUCKETS;
}
