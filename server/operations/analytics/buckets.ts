import type { Granularity } from "#lib/contract/analytics-fields.ts";

const WIDTH_MS = { minute: 60_000, hour: 3_600_000, day: 86_400_000 } as const;

/** Returns the start (Unix ms) of the UTC bucket that contains a time; weeks start on Monday. */
export function bucketStart(granularity: Granularity, timeMs: number): number {
  const width = WIDTH_MS[granularity === "week" || granularity === "month" ? "day" : granularity];
  const start = new Date(Math.floor(timeMs / width) * width);
  if (granularity === "week") start.setUTCDate(start.getUTCDate() - ((start.getUTCDay() + 6) % 7));
  if (granularity === "month") start.setUTCDate(1);
  return start.getTime();
}

/** Returns the buckets that overlap a range `[from, to)`, at most `most` and one more. */
export function bucketsOf(granularity: Granularity, from: number, to: number, most: number): number[] {
  const buckets: number[] = [];
  for (
    let start = bucketStart(granularity, from);
    start < to && buckets.length <= most;
    start = after(granularity, start)
  ) {
    buckets.push(start);
  }
  return buckets;
}

function after(granularity: Granularity, start: number): number {
  if (granularity === "week") return start + 7 * WIDTH_MS.day;
  if (granularity !== "month") return start + WIDTH_MS[granularity];
  const next = new Date(start);
  next.setUTCMonth(next.getUTCMonth() + 1);
  return next.getTime();
}
