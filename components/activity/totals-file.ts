import { type AnalyticsRow, metricOf, UNKNOWN } from "#components/charts/analytics-rows.ts";
import { DIMENSIONS, type Dimension, type Metric } from "#lib/contract/analytics-fields.ts";
import { csvLine } from "#lib/csv/csv-line.ts";

type Totals = {
  rows: readonly AnalyticsRow[];
  metric: Metric;
  by: Dimension;
  nameOf: (value: string) => string;
};

/**
 * Returns totals as CSV: a line for each value of the dimension, with its name as shown, its value in the API, and the
 * metric in the API's unit (money in USD). A metric that a value lacks is empty.
 */
export function totalsFile({ rows, metric, by, nameOf }: Totals): string {
  const head = [DIMENSIONS[by].label.split(":")[0], by, metric];
  const lines = rows.map((row) => {
    const value = String(row[by] ?? UNKNOWN);
    return [nameOf(value), value, metricOf(row, metric)];
  });
  return [head, ...lines].map(csvLine).join("");
}
