import type { Granularity } from "#lib/contract/analytics-fields.ts";

export const RANGES = [
  { value: "1h", label: "1 h", lengthMs: 3_600_000 },
  { value: "24h", label: "24 h", lengthMs: 86_400_000 },
  { value: "7d", label: "7 d", lengthMs: 7 * 86_400_000 },
  { value: "30d", label: "30 d", lengthMs: 30 * 86_400_000 },
] as const;

export type RangeName = (typeof RANGES)[number]["value"] | "custom";

/** Unix ms; `to` is exclusive. `live`: it ends now. */
export type TimeRange = { from: number; to: number; live: boolean };

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

/** Returns a named range that ends with the current minute. */
export function rangeEndingNow(name: (typeof RANGES)[number]["value"], nowMs: number): TimeRange {
  const lengthMs = RANGES.find(({ value }) => value === name)?.lengthMs ?? HOUR_MS;
  const to = Math.ceil((nowMs + 1) / MINUTE_MS) * MINUTE_MS;
  return { from: to - lengthMs, to, live: true };
}

/** Returns the range of the same length right before. */
export function rangeBefore({ from, to }: TimeRange): TimeRange {
  return { from: from - (to - from), to: from, live: false };
}

/** Returns buckets that keep a chart readable: at most about 200. Data by minute is available for two days. */
export function granularityOf({ from, to }: TimeRange, nowMs: number): Granularity {
  const lengthMs = to - from;
  if (lengthMs <= 3 * HOUR_MS && from > nowMs - 47 * HOUR_MS) return "minute";
  return lengthMs <= 8 * 24 * HOUR_MS ? "hour" : "day";
}
