import { type AnalyticsRow, metricOf, UNKNOWN } from "#components/charts/analytics-rows.ts";
import { DIMENSIONS, type Dimension, isCount, type Metric } from "#lib/contract/analytics-fields.ts";
import { csvLine } from "#lib/csv/csv-line.ts";

/** A value of a dimension, or null, with a metric; `before` is absent unless periods are compared. */
export type Total = { value: string | null; now: number | null; before?: number | null };

/** Returns the totals of a metric, in the order of `rows`. Values of the previous period that are gone come last. */
export function totalsOf(
  rows: readonly AnalyticsRow[],
  before: readonly AnalyticsRow[] | undefined,
  { metric, by }: { metric: Metric; by: Dimension },
): Total[] {
  const entityOf = (row: AnalyticsRow) => textOf(row[by]);
  const totals = rows.map((row): Total => ({ value: entityOf(row), now: metricOf(row, metric) }));
  if (!before) return totals;
  const missing = isCount(metric) ? 0 : null;
  const earlier = new Map(before.map((row) => [entityOf(row), metricOf(row, metric)]));
  const present = new Set(totals.map(({ value }) => value));
  const gone = [...earlier].filter(([value]) => !present.has(value));
  return [
    ...totals.map((total) => ({ ...total, before: earlier.get(total.value) ?? missing })),
    ...gone.map(([value, amount]) => ({ value, now: missing, before: amount })),
  ];
}

type TotalsFile = { totals: readonly Total[]; metric: Metric; by: Dimension; nameOf: (value: string) => string };

/**
 * Returns totals as CSV: a line for each value of the dimension, with its name as shown, its value in the API, and the
 * metric in the API's unit (money in USD), also of the previous period if it is compared. A metric that a value lacks is
 * empty.
 */
export function totalsFile({ totals, metric, by, nameOf }: TotalsFile): string {
  const isCompared = totals.some(({ before }) => before !== undefined);
  const head = [DIMENSIONS[by].label.split(":")[0], by, metric, ...(isCompared ? [`${metric}_before`] : [])];
  const lines = totals.map(({ value, now, before }) => [
    nameOf(value ?? UNKNOWN),
    value ?? UNKNOWN,
    now,
    ...(isCompared ? [before] : []),
  ]);
  return [head, ...lines].map(csvLine).join("");
}

function textOf(value: AnalyticsRow[string] | undefined): string | null {
  return value === null || value === undefined ? null : String(value);
}
