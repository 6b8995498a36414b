import { HOUR_MS } from "./kind.ts";

const WEEK_MS = 7 * 24 * HOUR_MS;
const WEEKS = 4;
/** With one earlier week, any change from it would be unusual. */
const MIN_WEEKS = 2;

/** How far back a comparison over `hours` hours reads. */
export function lookBackOf(hours: number): number {
  return WEEKS * WEEK_MS + (hours + 1) * HOUR_MS;
}

/** A window of whole hours, and the same hours of the earlier weeks that have data. */
export type Comparison = { from: number; to: number; earlier: { from: number; to: number }[] };

/**
 * Returns the windows that may be unusual at a moment: the last full hours, and those that end with the running hour,
 * so that a sharp rise is noticed before its hour is over. Earlier weeks count from the first hour with data
 * (`firstMs`). Returns none if there are fewer than two.
 */
export function windowsAt(atMs: number, hours: number, firstMs: number | undefined): Comparison[] {
  if (firstMs === undefined) return [];
  const fullMs = Math.floor(atMs / HOUR_MS) * HOUR_MS;
  const ends = fullMs === atMs ? [fullMs] : [fullMs + HOUR_MS, fullMs];
  return ends.flatMap((to) => {
    const from = to - hours * HOUR_MS;
    const earlier = Array.from({ length: WEEKS }, (_, week) => {
      const shiftMs = (week + 1) * WEEK_MS;
      return { from: from - shiftMs, to: to - shiftMs };
    }).filter((window) => window.from >= firstMs);
    return earlier.length < MIN_WEEKS ? [] : [{ from, to, earlier }];
  });
}

/** Adds up the values of the hours in a window. */
export function sumIn(values: ReadonlyMap<number, number>, { from, to }: { from: number; to: number }): number {
  let sum = 0;
  for (let hourMs = from; hourMs < to; hourMs += HOUR_MS) sum += values.get(hourMs) ?? 0;
  return sum;
}

/** Returns the average of the earlier windows. */
export function averageOf(values: ReadonlyMap<number, number>, { earlier }: Comparison): number {
  return earlier.reduce((sum, window) => sum + sumIn(values, window), 0) / earlier.length;
}

/** Returns the first hour with data. */
export function firstHourOf(values: ReadonlyMap<number, number>): number | undefined {
  return values.keys().next().value;
}

const clock = (atMs: number) => new Date(atMs).toISOString().slice(11, 16);

/** Returns "between 14:00 and 15:00 UTC". */
export function wordsOf({ from, to }: { from: number; to: number }): string {
  return `between ${clock(from)} and ${clock(to)} UTC`;
}

/** Returns "the same hour of the last 4 weeks". */
export function earlierWords({ from, to, earlier }: Comparison): string {
  return `the same ${to - from > HOUR_MS ? "hours" : "hour"} of the last ${earlier.length} weeks`;
}
