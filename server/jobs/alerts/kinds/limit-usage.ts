import { formatUsdTotal } from "#lib/format.ts";
import { usdOf } from "#lib/nano-usd.ts";
import { limitKind } from "../limits/limit-kind.ts";
import { limitNoun, limitNumbers, limitSubject, zoneOf } from "../limits/watched-limit.ts";
import { instantWords } from "./periods.ts";

/** A share of a spending limit that is spent in its current period. */
export const limitUsage = limitKind<"limit_usage">({
  note: "Uses today's limits, keys and members. Earlier ones are not stored.",
  ended: "A new period has started, or the limit was changed or removed.",
  limits: ({ limits }) => limits,
  judge({ watched, period, spent }, { percent: least }) {
    const { limit, name } = watched;
    if (spent < limit.nanoUsd * (least / 100)) return [];
    const percent = Math.floor((spent / limit.nanoUsd) * 100);
    const resets = period ? `It resets on ${instantWords(period.resetMs, zoneOf(watched))}.` : "It never resets.";
    return [
      {
        subject: limitSubject(watched, period),
        subjectName: name,
        message:
          `${name} has spent ${formatUsdTotal(usdOf(spent))} of the ${limitNoun(watched)} of ` +
          `${formatUsdTotal(usdOf(limit.nanoUsd))} (${percent}%). ${resets}`,
        numbers: {
          spent_usd: usdOf(spent),
          limit_usd: usdOf(limit.nanoUsd),
          percent,
          ...limitNumbers(watched, period),
        },
      },
    ];
  },
});
