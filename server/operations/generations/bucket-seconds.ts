const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const WIDTHS = [
  ...[1, 2, 5, 10, 30, MINUTE, 2 * MINUTE, 5 * MINUTE, 10 * MINUTE, 30 * MINUTE],
  ...[HOUR, 2 * HOUR, 3 * HOUR, 6 * HOUR, 12 * HOUR, DAY],
];

/** Returns the shortest readable length of buckets, in seconds, of which at most `most` cover a range. */
export function bucketSecondsOf(rangeMs: number, most: number): number {
  // One more, because the first bucket may begin before the range.
  const atLeast = rangeMs / 1000 / Math.max(1, most - 1);
  return WIDTHS.find((width) => width >= atLeast) ?? Math.ceil(atLeast / DAY) * DAY;
}
