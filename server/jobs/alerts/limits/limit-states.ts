import { type LimitPeriod, limitPeriod } from "#lib/limit-period.ts";
import { readSpent } from "#server/data/spend.ts";
import { hourOf } from "#server/data/traffic-hours.ts";
import { periodStart } from "#server/ledger/limits/period.ts";
import { type AlertPlace, DAY_MS, HOUR_MS } from "../kinds/kind.ts";
import { periodAt, periodsIn } from "../kinds/periods.ts";
import { type PastSpending, readPastSpending } from "./past-spending.ts";
import { readRejectedRequests } from "./rejected-requests.ts";
import { type WatchedLimit, zoneOf } from "./watched-limit.ts";

/** At least as long ago as a period may have started, and the pace of a forecast begins. */
const LONGEST_MS = 33 * DAY_MS;

/** A limit at a moment. `period` is absent for one that never resets. */
export type LimitState = {
  watched: WatchedLimit;
  period: LimitPeriod | undefined;
  /** In the period, in nano-USD. */
  spent: number;
  /** Returns what was spent since a time, in nano-USD; 0 if the kind has no `paceMs`. */
  since(fromMs: number): number;
  /** How many requests it has rejected in the last hour; 0 in the past, which is not known. */
  rejected: number;
};

const NOTHING: PastSpending = () => 0;

/** Reads the states of limits now: what is spent is what requests are checked against. `paceMs`: for `since`. */
export async function readStates(place: AlertPlace, limits: readonly WatchedLimit[], nowMs: number, paceMs?: number) {
  const spent = await readCurrent(place, limits, nowMs);
  const rejectedBy = await readRejectedRequests(place, nowMs);
  const range = { from: hourOf(nowMs - (paceMs ?? 0)), to: nowMs };
  const spentIn = paceMs ? await readPastSpending(place, limits, range) : NOTHING;
  return (watched: WatchedLimit): LimitState => {
    const period = periodOf(watched.limit, nowMs);
    return {
      watched,
      period,
      spent: spent.get(watched) ?? 0,
      since: (from) => spentIn(watched, { from, to: nowMs }),
      rejected: watched.one?.rejected ?? rejectedBy(watched, period),
    };
  };
}

/** Returns the period of a limit at a time; undefined if it never resets. */
export function periodOf({ interval, timeZone = "UTC" }: WatchedLimit["limit"], atMs: number): LimitPeriod | undefined {
  return interval ? limitPeriod(interval, atMs, timeZone) : undefined;
}

/** Reads what counts under limits now, in nano-USD. */
async function readCurrent({ gateway }: AlertPlace, limits: readonly WatchedLimit[], nowMs: number) {
  const { queries } = gateway.database;
  const spent = new Map<WatchedLimit, number>();
  const readings = Map.groupBy(limits, ({ limit: { payerKind, interval, timeZone, includeByok } }) => {
    const start = interval ? periodStart(interval, nowMs, timeZone) : "";
    return JSON.stringify([payerKind, start, includeByok]);
  });
  for (const [reading, some] of readings) {
    const [kind, start, includeByok] = JSON.parse(reading) as [string, string, boolean];
    const ids = some.map(({ limit }) => limit.payerId);
    const read = await readSpent(queries, kind, ids, { start, includeByok });
    for (const watched of some) spent.set(watched, read.get(watched.limit.payerId) ?? 0);
  }
  return spent;
}

/** Reads the states of limits, as they are today, at full hours in the past. */
export async function readStatesAt(
  place: AlertPlace,
  limits: readonly WatchedLimit[],
  { from, to }: { from: number; to: number },
) {
  const range = { from: from - LONGEST_MS, to: to + HOUR_MS };
  const spentIn = await readPastSpending(place, limits, range);
  const endless = limits.filter(({ limit }) => !limit.interval);
  const totals = await readCurrent(place, endless, to);
  const periods = new Map<string, LimitPeriod[]>();
  const periodsOf = (watched: WatchedLimit) => {
    const { interval } = watched.limit;
    if (!interval) return undefined;
    const name = `${interval} ${zoneOf(watched)}`;
    const known = periods.get(name) ?? periodsIn(interval, range, zoneOf(watched));
    periods.set(name, known);
    return known;
  };
  return (watched: WatchedLimit, atMs: number): LimitState => {
    const all = periodsOf(watched);
    const period = all && periodAt(all, atMs);
    // Without periods, all that was spent until today less what was spent after that moment.
    const spent = period
      ? spentIn(watched, { from: period.startMs, to: atMs })
      : (totals.get(watched) ?? 0) - spentIn(watched, { from: atMs, to: range.to });
    return { watched, period, spent, since: (since) => spentIn(watched, { from: since, to: atMs }), rejected: 0 };
  };
}
