export type LimitInterval = "daily" | "weekly" | "monthly";

/** A period of a limit, from its start until before its reset, in Unix ms. */
export type LimitPeriod = { startMs: number; resetMs: number };

/**
 * Returns the current period of a limit: its start, its end, and the share that has passed, 0 to 1. It starts at
 * midnight in the time zone (an IANA name), weeks on Monday.
 */
export function limitPeriod(
  interval: LimitInterval,
  nowMs: number,
  timeZone = "UTC",
): LimitPeriod & { elapsed: number } {
  const { year, month, day } = timeZone === "UTC" ? utcDate(nowMs) : localDate(nowMs, timeZone);
  const weekday = (new Date(Date.UTC(year, month, day)).getUTCDay() + 6) % 7;
  const [first, next] = {
    daily: [Date.UTC(year, month, day), Date.UTC(year, month, day + 1)],
    weekly: [Date.UTC(year, month, day - weekday), Date.UTC(year, month, day - weekday + 7)],
    monthly: [Date.UTC(year, month, 1), Date.UTC(year, month + 1, 1)],
  }[interval] as [number, number];
  const startMs = firstInstant(first, timeZone);
  const resetMs = firstInstant(next, timeZone);
  return { startMs, resetMs, elapsed: (nowMs - startMs) / (resetMs - startMs) };
}

/** Returns whether this is the name of a time zone that periods can start in. */
export function isTimeZone(name: string): boolean {
  // An offset such as `+02:00` is accepted by newer engines, but has no daylight saving time.
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat("en-US", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

type CalendarDate = { year: number; month: number; day: number };

function utcDate(atMs: number): CalendarDate {
  const at = new Date(atMs);
  return { year: at.getUTCFullYear(), month: at.getUTCMonth(), day: at.getUTCDate() };
}

const formats = new Map<string, Intl.DateTimeFormat>();

function localDate(atMs: number, timeZone: string): CalendarDate {
  let format = formats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat("en-US", { timeZone, year: "numeric", month: "numeric", day: "numeric" });
    formats.set(timeZone, format);
  }
  const parts = new Map(format.formatToParts(atMs).map(({ type, value }) => [type, Number(value)]));
  return { year: parts.get("year") ?? 0, month: (parts.get("month") ?? 1) - 1, day: parts.get("day") ?? 1 };
}

/** Every zone's offset changes at, and by, a multiple of a quarter of an hour. */
const STEP_MS = 15 * 60_000;
/** Offsets are between -12 and +14 hours. */
const FARTHEST_STEPS = (15 * 3_600_000) / STEP_MS;

/**
 * Returns the first instant of a calendar day (its midnight in UTC) in a time zone. Where daylight saving time skips
 * midnight, the day starts later.
 */
function firstInstant(dayMs: number, timeZone: string): number {
  if (timeZone === "UTC") return dayMs;
  let before = -FARTHEST_STEPS;
  let atOrAfter = FARTHEST_STEPS;
  while (atOrAfter - before > 1) {
    const middle = Math.floor((before + atOrAfter) / 2);
    const { year, month, day } = localDate(dayMs + middle * STEP_MS, timeZone);
    if (Date.UTC(year, month, day) >= dayMs) atOrAfter = middle;
    else before = middle;
  }
  return dayMs + atOrAfter * STEP_MS;
}
