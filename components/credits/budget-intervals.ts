import type { z } from "zod";
import type { BUDGET_INTERVALS, Budget as BudgetRecord } from "#lib/contract/budgets.ts";
import { limitPeriod } from "#lib/limit-period.ts";

export type Budget = z.output<typeof BudgetRecord>;

export type Interval = (typeof BUDGET_INTERVALS)[number];

export const INTERVAL_LABELS: Record<Interval, string> = {
  daily: "Daily",
  weekly: "Weekly",
  monthly: "Monthly",
  lifetime: "Total",
};

/** Earlier than any spending. */
const FIRST_MS = Date.UTC(2020, 0, 1);

/**
 * Returns the start and end of a budget's current period. A lifetime budget has a fixed end, so that its query does not
 * change all the time.
 */
export function periodOf(
  interval: Interval,
  nowMs: number,
  timeZone: string,
): { startMs: number; endMs: number; resets: boolean } {
  const { startMs, resetMs } = limitPeriod(interval === "lifetime" ? "daily" : interval, nowMs, timeZone);
  if (interval === "lifetime") return { startMs: FIRST_MS, endMs: resetMs, resets: false };
  return { startMs, endMs: resetMs, resets: true };
}

/** The budget of an interval. */
export function budgetOf(budgets: readonly Budget[], interval: Interval): Budget | undefined {
  return budgets.find((budget) => (budget.reset_interval ?? "lifetime") === interval);
}
