import type { WatchedLimitName } from "#lib/alerts/watched-limits.ts";
import { formatUsdTotal } from "#lib/format.ts";
import { usdOf } from "#lib/nano-usd.ts";
import { limitKind } from "../limits/limit-kind.ts";
import { limitNoun, limitNumbers, limitSubject, zoneOf } from "../limits/watched-limit.ts";
import { DAY_MS, HOUR_MS } from "./kind.ts";
import { dayWords } from "./periods.ts";

/** The pace of spending is that of the last day for a daily limit, of the last week for the others. */
const PACE_MS = { daily: DAY_MS, weekly: 7 * DAY_MS, monthly: 7 * DAY_MS } as const;

/** Rules without a list watch the workspace's budget. */
const DEFAULT: readonly WatchedLimitName[] = ["workspace"];

/** The spending of a whole period at the current pace, above a limit. */
export const budgetForecast = limitKind<"budget_forecast">({
  note: "Uses today's budgets and limits, keys and members. Earlier ones are not stored.",
  ended: "The forecast is within the limit again, or the limit was changed.",
  limits: ({ limits }) => limits ?? DEFAULT,
  watches: ({ limit }, { interval }) => limit.interval === interval,
  paceMs: ({ interval }) => PACE_MS[interval],
  judge({ watched, period, spent, since }, { interval }, atMs) {
    if (!period) return [];
    const { limit, name } = watched;
    const paceFrom = Math.floor((atMs - PACE_MS[interval]) / HOUR_MS) * HOUR_MS;
    const forecast = Math.round(spent + (since(paceFrom) / (atMs - paceFrom)) * (period.resetMs - atMs));
    if (forecast <= limit.nanoUsd) return [];
    const budgetUsd = usdOf(limit.nanoUsd);
    return [
      {
        subject: limitSubject(watched, period),
        subjectName: name,
        message:
          `${name} has spent ${formatUsdTotal(usdOf(spent))} since ${dayWords(period.startMs, zoneOf(watched))} and is ` +
          `on course for ${formatUsdTotal(usdOf(forecast))}, above the ${limitNoun(watched)} of ` +
          `${formatUsdTotal(budgetUsd)}.`,
        numbers: {
          spent_usd: usdOf(spent),
          forecast_usd: usdOf(forecast),
          budget_usd: budgetUsd,
          ...limitNumbers(watched, period),
        },
      },
    ];
  },
});
