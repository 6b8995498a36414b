import type { queryAnalytics } from "#lib/contract/analytics.ts";
import { isCount, type Metric } from "#lib/contract/analytics-fields.ts";
import type { ResponseOf } from "#lib/contract/endpoint.ts";
import { OTHER, type Series } from "./series.ts";

export type AnalyticsRow = ResponseOf<typeof queryAnalytics>["data"]["data"][number];

/** Used for requests without a value of a dimension. */
export const UNKNOWN = "unknown";

/** Returns a metric of a row; null if unknown. */
export function metricOf(row: AnalyticsRow | undefined, metric: Metric): number | null {
  const value = row?.[metric];
  return typeof value === "number" ? value : null;
}

/** Returns the starts of the rows' buckets, unique and ascending, in Unix ms. */
export function timesOf(rows: readonly AnalyticsRow[]): number[] {
  return [...new Set(rows.map((row) => Date.parse(String(row.time))))].sort((a, b) => a - b);
}

/** Returns a metric over time for each value of a dimension, "Other" last. `nameOf` returns a value's label. */
export function seriesBy(
  rows: readonly AnalyticsRow[],
  dimension: string,
  metric: Metric,
  nameOf: (value: string) => string = (value) => value,
): Series[] {
  const times = timesOf(rows);
  const missing = isCount(metric) ? 0 : null;
  const groups = Map.groupBy(rows, (row) => (row.is_other ? OTHER : String(row[dimension] ?? UNKNOWN)));
  const series = [...groups].map(([entity, members]) => {
    const byTime = new Map(members.map((row) => [Date.parse(String(row.time)), metricOf(row, metric)]));
    const label = entity === OTHER ? OTHER : nameOf(entity);
    return {
      entity,
      label,
      values: times.map((time) => byTime.get(time) ?? missing),
      ...(label !== entity && entity !== UNKNOWN && { id: entity }),
    };
  });
  return series.toSorted((a, b) => Number(a.entity === OTHER) - Number(b.entity === OTHER));
}
