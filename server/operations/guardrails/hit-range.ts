import { MAX_HIT_BUCKETS } from "#lib/contract/guardrail-hits.ts";
import type { HitRange } from "#server/data/guardrail-hits.ts";
import { HttpError } from "#server/errors.ts";

const WIDTH_MS = { hour: 3_600_000, day: 86_400_000 };
const MOST_BY_HOUR_MS = 31 * WIDTH_MS.day;
const USUAL_MS = 7 * WIDTH_MS.day;
// Later times have more than four digits, which the database would not accept.
const LATEST_MS = Date.UTC(9999, 0, 1);

type RangeQuery = { start?: string | undefined; end?: string | undefined; granularity?: "hour" | "day" | undefined };

/** Returns the full buckets that a requested range overlaps. Throws 400 for an empty range or too many buckets. */
export function hitRange({ start, end, granularity }: RangeQuery, nowMs: number): HitRange {
  const to = end === undefined ? nowMs : Date.parse(end);
  const from = start === undefined ? to - USUAL_MS : Date.parse(start);
  if (from < 0 || to > LATEST_MS) throw new HttpError(400, "start and end: must be between the years 1970 and 9998");
  if (from >= to) throw new HttpError(400, "start: must be before the end");
  const span = granularity ?? (to - from > MOST_BY_HOUR_MS ? "day" : "hour");
  const width = WIDTH_MS[span];
  const [first, last] = [Math.floor(from / width), Math.ceil(to / width)];
  if (last - first > MAX_HIT_BUCKETS) {
    throw new HttpError(400, `The range has more than ${MAX_HIT_BUCKETS} ${span}s; narrow it or use larger buckets`);
  }
  return { span, from: new Date(first * width), to: new Date(last * width) };
}

/** Converts a range to its API record. */
export function rangeRecord({ from, to }: HitRange) {
  return { start: from.toISOString(), end: to.toISOString() };
}
