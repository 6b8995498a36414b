import {
  type LabelledHour,
  type Labels,
  readLabelledHours,
  readSpenderHours,
  readStableIds,
  type SpenderHour,
} from "#server/data/limit-readings.ts";
import type { AlertPlace } from "../kinds/kind.ts";
import type { TimeRange } from "../kinds/spend.ts";
import type { WatchedLimit } from "./watched-limit.ts";

/** Returns what counts under a limit in a time range, `[from, to)`, in nano-USD. */
export type PastSpending = (watched: WatchedLimit, range: TimeRange) => number;

/**
 * Reads what counted under limits in a time range, hour by hour. Today's keys, members, tags and end users of a limit
 * count, and an hour in which a period starts counts in the period before. What tags and end users spent comes from the
 * ledger, as far back as it goes.
 */
export async function readPastSpending(
  { gateway, workspaceId }: AlertPlace,
  limits: readonly WatchedLimit[],
  range: TimeRange,
): Promise<PastSpending> {
  const { pool, queries } = gateway.database;
  const accountOf = await readStableIds(queries, workspaceId);
  const limitsOf = spenderIndex(limits);
  const limitsOfLabels = labelIndex(limits);
  const spenders = ({ keyHash, userId }: SpenderHour) => limitsOf(accountOf.get(keyHash ?? ""), userId);
  const hours = await readSpenderHours(pool, { workspaceId, ...range });
  const labelled = await readLabelledHours(pool, { workspaceId, ...range }, labelsOf(limits));
  const counted = [
    ...hours.map((hour) => ({ hour, limits: spenders(hour) })),
    // A request that its key or member already counts is not counted again.
    ...labelled.map((hour) => ({ hour, limits: limitsOfLabels(hour).difference(spenders(hour)) })),
  ].sort((a, b) => a.hour.atMs - b.hour.atMs);
  const totals = new Map<WatchedLimit, Totals>();
  for (const { hour, limits: some } of counted) {
    for (const watched of some) {
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
  const byAccount = indexOf(limits, ({ spenders }) => spenders?.stableKeyIds);
  const byUser = indexOf(limits, ({ spenders }) => spenders?.userIds);
  const always = limits.filter(({ spenders }) => !spenders);
  return (account: string | undefined, userId: string | null) =>
    new Set([...always, ...(byAccount.get(account ?? "") ?? []), ...(byUser.get(userId ?? "") ?? [])]);
}

/**
 * Returns a function that returns the limits under which the spending with tags and of an end user counts, each once.
 */
function labelIndex(limits: readonly WatchedLimit[]) {
  const byTag = indexOf(limits, ({ spenders }) => spenders?.tags);
  const byUser = indexOf(limits, ({ spenders }) => spenders?.externalUsers);
  return ({ tags, externalUser }: LabelledHour) =>
    new Set([...(tags ?? []).flatMap((tag) => byTag.get(tag) ?? []), ...(byUser.get(externalUser ?? "") ?? [])]);
}

function indexOf(limits: readonly WatchedLimit[], idsOf: (watched: WatchedLimit) => readonly string[] | undefined) {
  const index = new Map<string, WatchedLimit[]>();
  for (const watched of limits)
    for (const id of idsOf(watched) ?? []) index.set(id, [...(index.get(id) ?? []), watched]);
  return index;
}

function labelsOf(limits: readonly WatchedLimit[]): Labels {
  const eachOnce = (names: string[]) => [...new Set(names)];
  return {
    tags: eachOnce(limits.flatMap(({ spenders }) => spenders?.tags ?? [])),
    externalUsers: eachOnce(limits.flatMap(({ spenders }) => spenders?.externalUsers ?? [])),
  };
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
