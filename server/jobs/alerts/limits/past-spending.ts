import { readLimitAccounts, readSpenderHours, type SpenderHour } from "#server/data/limit-readings.ts";
import type { AlertPlace } from "../kinds/kind.ts";
import type { TimeRange } from "../kinds/spend.ts";
import type { WatchedLimit } from "./watched-limit.ts";

/** Returns what counts under a limit in a time range, `[from, to)`, in nano-USD. */
export type PastSpending = (watched: WatchedLimit, range: TimeRange) => number;

/**
 * Reads what counted under limits in a time range, hour by hour. Today's keys and members of a limit count, and an hour
 * in which a period starts counts in the period before.
 */
export async function readPastSpending(
  { gateway, workspaceId }: AlertPlace,
  limits: readonly WatchedLimit[],
  range: TimeRange,
): Promise<PastSpending> {
  const { pool, queries } = gateway.database;
  const accountOf = await readLimitAccounts(queries, workspaceId);
  const limitsOf = spenderIndex(limits);
  const totals = new Map<WatchedLimit, Totals>();
  for (const hour of await readSpenderHours(pool, { workspaceId, ...range })) {
    for (const watched of limitsOf(accountOf.get(hour.keyHash ?? ""), hour.userId)) {
      const total = totals.get(watched) ?? { times: [], sums: [] };
      totals.set(watched, total);
      addTo(total, hour.atMs, amountOf(hour, watched));
    }
  }
  return (watched, { from, to }) => {
    const total = totals.get(watched);
    return total ? sumBefore(total, to) - sumBefore(total, from) : 0;
  };
}

/** Returns a function that returns the limits under which the spending of a key and a member counts, each once. */
function spenderIndex(limits: readonly WatchedLimit[]) {
  const byAccount = new Map<string, WatchedLimit[]>();
  const byUser = new Map<string, WatchedLimit[]>();
  const put = (index: Map<string, WatchedLimit[]>, id: string, watched: WatchedLimit) =>
    index.set(id, [...(index.get(id) ?? []), watched]);
  for (const watched of limits) {
    for (const account of watched.spenders?.accounts ?? []) put(byAccount, account, watched);
    for (const userId of watched.spenders?.userIds ?? []) put(byUser, userId, watched);
  }
  const always = limits.filter(({ spenders }) => !spenders);
  return (account: string | undefined, userId: string | null) =>
    new Set([...always, ...(byAccount.get(account ?? "") ?? []), ...(byUser.get(userId ?? "") ?? [])]);
}

function amountOf({ costNanoUsd, byokNanoUsd }: SpenderHour, { limit }: WatchedLimit): number {
  return costNanoUsd + (limit.includeByok ? byokNanoUsd : 0);
}

/** The hours with spending, oldest first, and what was spent until the end of each. */
type Totals = { times: number[]; sums: number[] };

function addTo({ times, sums }: Totals, atMs: number, nanoUsd: number): void {
  const sum = (sums.at(-1) ?? 0) + nanoUsd;
  if (times.at(-1) === atMs) sums[sums.length - 1] = sum;
  else {
    times.push(atMs);
    sums.push(sum);
  }
}

/** Returns what was spent in the hours that started before a time. */
function sumBefore({ times, sums }: Totals, atMs: number): number {
  let low = 0;
  let high = times.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((times[middle] as number) < atMs) low = middle + 1;
    else high = middle;
  }
  return low === 0 ? 0 : (sums[low - 1] as number);
}
