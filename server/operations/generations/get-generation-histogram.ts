import { getGenerationHistogram as endpoint } from "#lib/contract/generation-counts.ts";
import { STATUS_CLASSES } from "#lib/contract/generation-selection.ts";
import { countOutcomes, type OutcomeCount } from "#server/data/generation-histogram.ts";
import { operation } from "#server/http/operation.ts";
import { boundedSelection } from "./bounded-selection.ts";
import { bucketSecondsOf } from "./bucket-seconds.ts";

export const getGenerationHistogram = operation(endpoint)(async (gateway, { principal, query }) => {
  const { database, ledger } = gateway;
  const selected = boundedSelection(gateway, principal, query);
  const [from, to] = [selected.from.getTime(), selected.to.getTime()];
  await ledger.flush();
  const seconds = bucketSecondsOf(to - from, query.buckets);
  const { embedded } = database;
  const { rows, asOf } = await database.read((pool) => countOutcomes({ pool, embedded }, selected, seconds));
  return {
    data: {
      start: new Date(from).toISOString(),
      end: new Date(to).toISOString(),
      bucket_seconds: seconds,
      total_count: rows.reduce((total, { count }) => total + count, 0),
      buckets: bucketsOf(rows, from, to, seconds * 1000),
      ...(asOf && { as_of: asOf }),
    },
  };
});

/** Returns every bucket of the range, with 0 for what was not counted. */
function bucketsOf(rows: readonly OutcomeCount[], from: number, to: number, widthMs: number) {
  const byTime = Map.groupBy(rows, ({ time }) => time);
  const first = Math.floor(from / widthMs) * widthMs;
  return Array.from({ length: Math.ceil((to - first) / widthMs) }, (_, index) => {
    const time = first + index * widthMs;
    const counts = new Map(byTime.get(time)?.map(({ statusClass, count }) => [statusClass, count]));
    const all = Object.fromEntries(STATUS_CLASSES.map((name) => [name, counts.get(name) ?? 0]));
    return { time: new Date(time).toISOString(), ...(all as Record<(typeof STATUS_CLASSES)[number], number>) };
  });
}
