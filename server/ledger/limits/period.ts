import { type LimitInterval, type LimitPeriod, limitPeriod } from "#lib/limit-period.ts";

export type Interval = LimitInterval;

const UTC = "UTC";
const MINUTE_LENGTH = "YYYY-MM-DDTHH:MM".length;
const DAY_LENGTH = "YYYY-MM-DD".length;

type Known = LimitPeriod & { start: string };

// Caches the latest periods of each zone: requests need them several times and they change once a day. The one before
// is kept for requests that arrived in it.
const known = new Map<string, Partial<Record<Interval, { current: Known; earlier?: Known }>>>();

/**
 * Returns the start of the period that contains a time, as text: for UTC its first day (`YYYY-MM-DD`), for another zone
 * its first minute, in UTC, and the zone (`YYYY-MM-DDTHH:MM Europe/Berlin`). Starts in one zone sort by time.
 */
export function periodStart(interval: Interval, atMs: number, timeZone = UTC): string {
  return periodAt(interval, atMs, timeZone).start;
}

/** Returns when the period at a time ends. */
export function nextReset(interval: Interval, atMs: number, timeZone = UTC): Date {
  return new Date(periodAt(interval, atMs, timeZone).resetMs);
}

/** Returns the current periods' starts in UTC. */
export function periodStarts(nowMs: number): Record<Interval, string> {
  return {
    daily: periodStart("daily", nowMs),
    weekly: periodStart("weekly", nowMs),
    monthly: periodStart("monthly", nowMs),
  };
}

/** Returns the quarter of an hour (`YYYY-MM-DDTHH:MM`, UTC) of a time. Periods in every time zone start with one. */
export function quarterHour(atMs: number): string {
  return new Date(Math.floor(atMs / QUARTER_MS) * QUARTER_MS).toISOString().slice(0, MINUTE_LENGTH);
}

const QUARTER_MS = 15 * 60_000;

function periodAt(interval: Interval, atMs: number, timeZone: string): Known {
  const ofZone = known.get(timeZone) ?? {};
  const found = ofZone[interval];
  if (found && includes(found.current, atMs)) return found.current;
  if (found?.earlier && includes(found.earlier, atMs)) return found.earlier;
  known.set(timeZone, ofZone);
  const fresh = startOf(limitPeriod(interval, atMs, timeZone), timeZone);
  if (!found || fresh.startMs > found.current.startMs)
    ofZone[interval] = { current: fresh, ...(found && { earlier: found.current }) };
  else ofZone[interval] = { current: found.current, earlier: fresh };
  return fresh;
}

function includes({ startMs, resetMs }: LimitPeriod, atMs: number): boolean {
  return startMs <= atMs && atMs < resetMs;
}

function startOf({ startMs, resetMs }: LimitPeriod, timeZone: string): Known {
  const text = new Date(startMs).toISOString();
  const start = timeZone === UTC ? text.slice(0, DAY_LENGTH) : `${text.slice(0, MINUTE_LENGTH)} ${timeZone}`;
  return { startMs, resetMs, start };
}
