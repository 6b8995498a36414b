import { METRICS, type Metric, type MetricFormat } from "#lib/contract/analytics-fields.ts";
import { formatCompact, formatPercent, formatUsdTotal } from "#lib/format.ts";
import { formatDuration } from "#lib/format-time.ts";
import { usdColumn } from "#lib/usd-column.ts";

const FORMATS: Record<MetricFormat, (value: number | null) => string> = {
  number: formatCompact,
  currency: formatUsdTotal,
  percent: (value) => formatPercent(value, 1),
  latency: formatDuration,
  throughput: (value) => `${formatCompact(value)}/s`,
};

/** Formats a metric's value with its unit; unknown is a dash. */
export function formatMetric(metric: Metric, value: number | null): string {
  return FORMATS[METRICS[metric].format](value);
}

/** Like formatMetric, for aligned values: money with the same number of decimals. */
export function metricColumn(metric: Metric, values: readonly (number | null)[]): (value: number | null) => string {
  if (METRICS[metric].format === "currency") return usdColumn(values, { total: true });
  return (value) => formatMetric(metric, value);
}
