import { isCount, type Metric } from "#lib/contract/analytics-fields.ts";
import type { AnalyticsRow } from "#server/data/analytics.ts";

/**
 * Adds rows for buckets without requests: their sums are 0, their rates and percentiles unknown. Every group with a row
 * gets one for each bucket; a query without dimensions always has one for each bucket.
 */
export function fillRows(
  rows: readonly AnalyticsRow[],
  buckets: readonly (number | null)[],
  metrics: readonly Metric[],
  isSplit: boolean,
): AnalyticsRow[] {
  const empty = metrics.map((metric) => (isCount(metric) ? 0 : null));
  const groups = new Map(rows.map((row) => [groupOf(row), row]));
  if (!isSplit) groups.set(WHOLE, { time: null, isOther: false, dimensions: [], metrics: empty });
  const present = new Map(rows.map((row) => [`${row.time} ${groupOf(row)}`, row]));
  return buckets.flatMap((time) =>
    [...groups].map(([group, sample]) => present.get(`${time} ${group}`) ?? { ...sample, time, metrics: empty }),
  );
}

const groupOf = ({ dimensions, isOther }: AnalyticsRow) => JSON.stringify([dimensions, isOther]);
const WHOLE = JSON.stringify([[], false]);
