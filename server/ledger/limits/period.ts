export type Interval = "daily" | "weekly" | "monthly";

const DAY_MS = 86_400_000;

// Caches the periods of the last requested day: they are needed several times for each call and only change daily.
let knownDay = Number.NaN;
let known: Partial<Record<Interval, string>> = {};

/** Returns the first day (YYYY-MM-DD, UTC) of the current period; weeks start on Monday. */
export function periodStart(interval: Interval, nowMs: number): string {
  const today = Math.floor(nowMs / DAY_MS);
  if (today !== knownDay) known = {};
  knownDay = today;
  known[interval] ??= firstDay(interval, nowMs);
  return known[interval];
}

function firstDay(interval: Interval, nowMs: number): string {
  const day = new Date(nowMs);
  if (interval === "weekly") day.setUTCDate(day.getUTCDate() - ((day.getUTCDay() + 6) % 7));
  if (interval === "monthly") day.setUTCDate(1);
  return day.toISOString().slice(0, 10);
}

/** Returns when the current period ends: 00:00 UTC of the next period's first day. */
export function nextReset(interval: Interval, nowMs: number): Date {
  const start = new Date(`${periodStart(interval, nowMs)}T00:00:00Z`);
  if (interval === "daily") start.setUTCDate(start.getUTCDate() + 1);
  if (interval === "weekly") start.setUTCDate(start.getUTCDate() + 7);
  if (interval === "monthly") start.setUTCMonth(start.getUTCMonth() + 1);
  return start;
}

export function periodStarts(nowMs: number): Record<Interval, string> {
  return {
    daily: periodStart("daily", nowMs),
    weekly: periodStart("weekly", nowMs),
    monthly: periodStart("monthly", nowMs),
  };
}
