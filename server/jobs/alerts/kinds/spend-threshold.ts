import { formatUsdTotal } from "#lib/format.ts";
import { type LimitPeriod, limitPeriod } from "#lib/limit-period.ts";
import { nanoUsdOf, usdOf } from "#lib/nano-usd.ts";
import type { TrafficHour } from "#server/data/traffic-hours.ts";
import { alertKind } from "./kind.ts";
import { dayWords, periodAt, periodName, periodsIn } from "./periods.ts";
import { readHours, scopeName, sumSpend } from "./spend.ts";

const PERIODS = { daily: "today", weekly: "this week", monthly: "this month" } as const;

type Data = { hours: readonly TrafficHour[]; periods: readonly LimitPeriod[] };

/** Spending of the current period above a threshold. Each period has its own alert. */
export const spendThreshold = alertKind<"spend_threshold", Data>({
  past: { known: "known", note: null },
  ended: "A new period has started, or the threshold was changed.",
  lookBackMs: ({ interval }, atMs, { timeZone }) => atMs - limitPeriod(interval, atMs - 1, timeZone).startMs,
  async read(place, params, range) {
    const periods = periodsIn(params.interval, range, place.timeZone);
    return { hours: await readHours(place, range, params, periods), periods };
  },
  judge({ hours, periods }, params, atMs, { workspaceName, timeZone }) {
    const { interval, limit_usd: limitUsd, include_byok: includeByok, ...scope } = params;
    const name = scopeName(workspaceName, scope);
    const { startMs } = periodAt(periods, atMs);
    const spent = sumSpend(hours, { from: startMs, to: atMs }, includeByok);
    if (spent <= (nanoUsdOf(limitUsd) ?? 0)) return [];
    return [
      {
        subject: periodName(interval, startMs, timeZone),
        subjectName: name,
        message:
          `${name} has spent ${formatUsdTotal(usdOf(spent))} ${PERIODS[interval]}, ` +
          `above the threshold of ${formatUsdTotal(limitUsd)}. The period started on ${dayWords(startMs, timeZone)}.`,
        numbers: { spent_usd: usdOf(spent), limit_usd: limitUsd, period_start: new Date(startMs).toISOString() },
      },
    ];
  },
});
