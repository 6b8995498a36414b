import { formatUsdTotal } from "#lib/format.ts";
import { formatDate } from "#lib/format-time.ts";
import { limitPeriod } from "#lib/limit-period.ts";
import { usdOf } from "#lib/nano-usd.ts";
import type { TrafficHour } from "#server/data/alert-readings.ts";
import { type BudgetRow, loadBudgetRule, loadBudgets } from "#server/data/budgets.ts";
import { loadTimeZone } from "#server/data/workspaces.ts";
import { alertKind, DAY_MS, HOUR_MS } from "./kind.ts";
import { readHours, sumSpend } from "./spend.ts";

type Data = {
  hours: readonly TrafficHour[];
  budgets: readonly BudgetRow[];
  includeByok: boolean;
  timeZone: string;
};

/** The pace of spending is that of the last day for a daily budget, of the last week for the others. */
const PACE_MS = { daily: DAY_MS, weekly: 7 * DAY_MS, monthly: 7 * DAY_MS } as const;

/** At least as long ago as a period of the interval may have started, in any time zone. */
const LONGEST_MS = { daily: 2 * DAY_MS, weekly: 8 * DAY_MS, monthly: 32 * DAY_MS } as const;

/** The spending of a whole period at the current pace, above the workspace's budget. */
export const budgetForecast = alertKind<"budget_forecast", Data>({
  past: { known: "partly_known", note: "Earlier amounts of the budget are not stored, so the current one is used." },
  ended: "The forecast is within the budget again, or the budget was changed.",
  lookBackMs: ({ interval }) => Math.max(PACE_MS[interval] + HOUR_MS, LONGEST_MS[interval]),
  async read(place, _params, range) {
    const { queries } = place.gateway.database;
    const [hours, budgets, includeByok, timeZone] = await Promise.all([
      readHours(place, range),
      loadBudgets(queries, place.workspaceId),
      loadBudgetRule(queries, place.workspaceId),
      loadTimeZone(queries, place.workspaceId),
    ]);
    return { hours, budgets, includeByok, timeZone };
  },
  judge({ hours, budgets, includeByok, timeZone }, { interval }, atMs, { workspaceName }) {
    const budget = budgets.find((one) => one.interval === interval);
    if (!budget) return [];
    const { startMs, resetMs } = limitPeriod(interval, atMs - 1, timeZone);
    const paceFrom = Math.floor((atMs - PACE_MS[interval]) / HOUR_MS) * HOUR_MS;
    const spent = sumSpend(hours, { from: startMs, to: atMs }, includeByok);
    const recent = sumSpend(hours, { from: paceFrom, to: atMs }, includeByok);
    const forecast = Math.round(spent + (recent / (atMs - paceFrom)) * (resetMs - atMs));
    if (forecast <= budget.limitNanoUsd) return [];
    return [
      {
        subject: `${interval} ${new Date(startMs).toISOString().slice(0, 10)}`,
        subjectName: workspaceName,
        message:
          `${workspaceName} has spent ${formatUsdTotal(usdOf(spent))} since ${formatDate(startMs, "utc")} and is on ` +
          `course for ${formatUsdTotal(usdOf(forecast))}, above the ${interval} budget of ` +
          `${formatUsdTotal(usdOf(budget.limitNanoUsd))}.`,
        numbers: {
          spent_usd: usdOf(spent),
          forecast_usd: usdOf(forecast),
          budget_usd: usdOf(budget.limitNanoUsd),
          period_start: new Date(startMs).toISOString(),
          period_end: new Date(resetMs).toISOString(),
        },
      },
    ];
  },
});
