export type LimitInterval = "daily" | "weekly" | "monthly";

/** The running period of a limit in UTC: when it began, when it ends, and how much of it has passed, 0 to 1. Weeks begin on Monday. */
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
