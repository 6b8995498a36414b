import { formatUsdTotal } from "#lib/format.ts";
import { nanoUsdOf, usdOf } from "#lib/nano-usd.ts";
import { alertKind, WORKSPACE } from "./kind.ts";
import { averageOf, earlierWords, firstHourOf, lookBackOf, sumIn, windowsAt, wordsOf } from "./same-hours.ts";
import { readHours, scopeName, spendOf } from "./spend.ts";

/** Spending far above that of the same hours in earlier weeks. */
export const spendAnomaly = alertKind<"spend_anomaly", ReadonlyMap<number, number>>({
  past: { known: "known", note: null },
  ended: "Spending is back to what is usual at this time.",
  lookBackMs: ({ hours }) => lookBackOf(hours),
  async read(place, { include_byok: includeByok, ...scope }, range) {
    const hours = await readHours(place, range, scope);
    return new Map(hours.map((hour) => [hour.atMs, spendOf(hour, includeByok)]));
  },
  judge(values, { factor, hours, minimum_usd: minimumUsd, ...scope }, atMs, { workspaceName }) {
    const name = scopeName(workspaceName, scope);
    const minimum = nanoUsdOf(minimumUsd) ?? 0;
    const found = windowsAt(atMs, hours, firstHourOf(values)).find((window) => {
      const spent = sumIn(values, window);
      return spent >= minimum && spent > factor * averageOf(values, window);
    });
    if (!found) return [];
    const spent = usdOf(sumIn(values, found));
    const average = usdOf(averageOf(values, found));
    return [
      {
        subject: WORKSPACE,
        subjectName: name,
        message:
          `${name} spent ${formatUsdTotal(spent)} ${wordsOf(found)}. ` +
          `In ${earlierWords(found)}, it was ${formatUsdTotal(average)} on average.`,
        numbers: { spent_usd: spent, average_usd: average, weeks: found.earlier.length, hours },
      },
    ];
  },
});
