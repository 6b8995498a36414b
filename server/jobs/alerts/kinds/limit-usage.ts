import { formatCount, formatUsdTotal } from "#lib/format.ts";
import { percentSpent } from "#lib/limits/notice-share.ts";
import { usdOf } from "#lib/nano-usd.ts";
import { limitKind } from "../limits/limit-kind.ts";
import { limitNoun, limitNumbers, limitSubject, zoneOf } from "../limits/watched-limit.ts";
import { instantWords } from "./periods.ts";

/**
 * A share of a spending limit that is spent in its current period. Also a limit that rejects requests: it does so before
 * it is spent to the end, because it must cover a request's highest possible cost.
 */
export const limitUsage = limitKind<"limit_usage">({
  note:
    "Uses today's limits, keys and members. Leaves out rejected requests and the budgets of each end user or session. " +
    "Earlier limits are not stored.",
  ended: "A new period has started, the limit was changed or removed, or it no longer rejects requests.",
  limits: ({ limits }) => limits,
  watchesEachFrom: ({ percent }) => percent / 100,
  judge({ watched, period, spent, rejected }, { percent: least }) {
    const { limit, name } = watched;
    if (rejected === 0 && spent < limit.nanoUsd * (least / 100)) return [];
    const percent = percentSpent(spent, limit.nanoUsd);
    const rejects =
      rejected > 0
        ? ` It rejected ${formatCount(rejected)} ${rejected === 1 ? "request" : "requests"} in the last hour.`
        : "";
    const resets = period ? `It resets on ${instantWords(period.resetMs, zoneOf(watched))}.` : "It never resets.";
    return [
      {
        subject: limitSubject(watched, period),
        subjectName: name,
        message:
          `${name} has spent ${formatUsdTotal(usdOf(spent))} of the ${limitNoun(watched)} of ` +
          `${formatUsdTotal(usdOf(limit.nanoUsd))} (${percent}%).${rejects} ${resets}`,
        numbers: {
          spent_usd: usdOf(spent),
          limit_usd: usdOf(limit.nanoUsd),
          percent,
          rejected_requests: rejected,
          ...limitNumbers(watched, period),
        },
      },
    ];
  },
});
