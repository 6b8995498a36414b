import { formatCount } from "#lib/format.ts";
import { alertKind, WORKSPACE } from "./kind.ts";
import { type Comparison, earlierWords, firstHourOf, lookBackOf, sumIn, windowsAt, wordsOf } from "./same-hours.ts";
import { readHours, scopeName } from "./spend.ts";

type Data = { requests: ReadonlyMap<number, number>; failed: ReadonlyMap<number, number> };

/** A share of failed requests far above that of the same hours in earlier weeks. */
export const errorAnomaly = alertKind<"error_anomaly", Data>({
  past: { known: "known", note: null },
  ended: "The share of failed requests is back to what is usual at this time.",
  lookBackMs: ({ hours }) => lookBackOf(hours),
  async read(place, params, range) {
    const hours = await readHours(place, range, params);
    return {
      requests: new Map(hours.map(({ atMs, requests }) => [atMs, requests])),
      failed: new Map(hours.map(({ atMs, failed }) => [atMs, failed])),
    };
  },
  judge(data, params, atMs, { workspaceName }) {
    const { factor, hours, minimum_percent: minPercent, minimum_failures: minFailures } = params;
    const name = scopeName(workspaceName, params);
    const found = windowsAt(atMs, hours, firstHourOf(data.requests))
      .map((window) => ({ window, ...sharesOf(data, window) }))
      .find(({ failed, percent, usual }) => failed >= minFailures && percent >= minPercent && percent > factor * usual);
    if (!found) return [];
    const { window, failed, requests, percent, usual } = found;
    return [
      {
        subject: WORKSPACE,
        subjectName: name,
        message:
          `${percentText(percent)} of the requests in ${name} failed ${wordsOf(window)} ` +
          `(${formatCount(failed)} of ${formatCount(requests)}). In ${earlierWords(window)}, it was ` +
          `${percentText(usual)} on average.`,
        numbers: {
          failed_percent: percent,
          failed,
          requests,
          average_percent: usual,
          weeks: window.earlier.length,
          hours,
        },
      },
    ];
  },
});

function sharesOf({ requests, failed }: Data, window: Comparison) {
  const sumEarlier = (values: Data["failed"]) =>
    window.earlier.reduce((sum, earlier) => sum + sumIn(values, earlier), 0);
  const now = { failed: sumIn(failed, window), requests: sumIn(requests, window) };
  return {
    ...now,
    percent: percentOf(now.failed, now.requests),
    usual: percentOf(sumEarlier(failed), sumEarlier(requests)),
  };
}

function percentOf(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((part / whole) * 1000) / 10;
}

const percentText = (percent: number) => `${percent}%`;
