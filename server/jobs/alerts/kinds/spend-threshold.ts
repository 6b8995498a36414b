import { formatUsdTotal } from "#lib/format.ts";
import { formatDate } from "#lib/format-time.ts";
import { limitPeriod } from "#lib/limit-period.ts";
import { nanoUsdOf, usdOf } from "#lib/nano-usd.ts";
import { alertKind } from "./kind.ts";
import { readHours, scopeName, sumSpend } from "./spend.ts";

const PERIODS = { daily: "today", weekly: "this week", monthly: "this month" } as const;

/** Spending of the current period above a threshold. Each period has its own alert. */
export const spendThreshold = alertKind<"spend_threshold", Awaited<ReturnType<typeof readHours>>>({
  past: { known: "known", note: null },
  ended: "A new period has started, or the threshold was changed.",
  lookBackMs: ({ interval }, atMs) => atMs - limitPeriod(interval, atMs - 1).startMs,
  read: (place, params, range) => readHours(place, range, params),
  judge(hours, { interval, limit_usd: limitUsd, include_byok: includeByok, ...scope }, atMs, { workspaceName }) {
    const name = scopeName(workspaceName, scope);
    // The hour that ends a period belongs to it.
    const { startMs } = limitPeriod(interval, atMs - 1);
    const spent = sumSpend(hours, { from: startMs, to: atMs }, includeByok);
    if (spent <= (nanoUsdOf(limitUsd) ?? 0)) return [];
    const start = new Date(startMs).toISOString();
    return [
      {
        subject: `${interval} ${start.slice(0, 10)}`,
        subjectName: name,
        message:
          `${name} has spent ${formatUsdTotal(usdOf(spent))} ${PERIODS[interval]}, ` +
          `above the threshold of ${formatUsdTotal(limitUsd)}. The period started on ${formatDate(startMs, "utc")} (UTC).`,
        numbers: { spent_usd: usdOf(spent), limit_usd: limitUsd, period_start: start },
      },
    ];
  },
});
