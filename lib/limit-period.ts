export type LimitInterval = "daily" | "weekly" | "monthly";

/**
 * Returns the current period of a limit in UTC: its start, its end, and the share that has passed, 0 to 1. Weeks start
 * on Monday.
 */
export function limitPeriod(
  interval: LimitInterval,
  nowMs: number,
): { startMs: number; resetMs: number; elapsed: number } {
  const now = new Date(nowMs);
  const year = now.getUTCFullYear();
  const month = now.getUTCMonth();
  const day = now.getUTCDate();
  const weekday = (now.getUTCDay() + 6) % 7;
  const bounds = {
    daily: [Date.UTC(year, month, day), Date.UTC(year, month, day + 1)],
    weekly: [Date.UTC(year, month, day - weekday), Date.UTC(year, month, day - weekday + 7)],
    monthly: [Date.UTC(year, month, 1), Date.UTC(year, month + 1, 1)],
  } as const;
  const [startMs, resetMs] = bounds[interval];
  return { startMs, resetMs, elapsed: (nowMs - startMs) / (resetMs - startMs) };
}
