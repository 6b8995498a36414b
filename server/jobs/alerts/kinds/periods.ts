import { type LimitInterval, type LimitPeriod, limitPeriod } from "#lib/limit-period.ts";
import type { TimeRange } from "./spend.ts";

/** Returns the periods of a limit that a time range touches, oldest first. `timeZone`: as for budgets. */
export function periodsIn(interval: LimitInterval, { from, to }: TimeRange, timeZone: string): LimitPeriod[] {
  const periods: LimitPeriod[] = [];
  for (let atMs = to - 1; atMs >= from || periods.length === 0; ) {
    const { startMs, resetMs } = limitPeriod(interval, atMs, timeZone);
    periods.unshift({ startMs, resetMs });
    atMs = startMs - 1;
  }
  return periods;
}

/** Returns the period at a moment that is judged: the moment at which a period ends still belongs to it. */
export function periodAt(periods: readonly LimitPeriod[], atMs: number): LimitPeriod {
  return periods.findLast(({ startMs }) => startMs < atMs) ?? (periods[0] as LimitPeriod);
}

const DAY_FORMAT = { year: "numeric", month: "short", day: "numeric" } as const;

/** Returns a period's first day in its time zone: "Nov 26, 2026 (Europe/Berlin)". */
export function dayWords(atMs: number, timeZone: string): string {
  return `${new Intl.DateTimeFormat("en-US", { ...DAY_FORMAT, timeZone }).format(atMs)} (${timeZone})`;
}

/** Returns a moment in a time zone: "Nov 27, 2026, 00:00 (Europe/Berlin)". */
export function instantWords(atMs: number, timeZone: string): string {
  const clock = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;
  return `${new Intl.DateTimeFormat("en-US", { ...DAY_FORMAT, ...clock, timeZone }).format(atMs)} (${timeZone})`;
}

/** Names a period in the subjects of alerts: "daily 2026-11-26", by its first day in its time zone. */
export function periodName(interval: LimitInterval, startMs: number, timeZone: string): string {
  // The Swedish form of a date is that of ISO 8601.
  return `${interval} ${new Intl.DateTimeFormat("sv-SE", { timeZone }).format(startMs)}`;
}
