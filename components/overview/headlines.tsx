import type { ReactNode } from "react";
import { type AnalyticsRow, metricOf } from "#components/charts/analytics-rows.ts";
import { Change } from "#components/charts/change.tsx";
import { formatMetric } from "#components/charts/format-metric.ts";
import { Sparkline } from "#components/charts/sparkline.tsx";
import { METRICS, type Metric } from "#lib/contract/analytics-fields.ts";
import { formatCount } from "#lib/format.ts";
import { HEADLINES } from "./overview-queries.ts";

const LABELS: Record<(typeof HEADLINES)[number], string> = {
  cost: "Spend",
  requests: "Requests",
  tokens_total: "Tokens",
  error_rate: "Error rate",
  latency_p50: "Latency p50",
};

type HeadlinesProps = {
  now: AnalyticsRow | undefined;
  before: AnalyticsRow | undefined;
  series: readonly AnalyticsRow[];
  /** Below the number of requests: those that the gateway rejected, which it does not count. */
  rejected: ReactNode;
};

/** The most important figures, each with its chart and its change from the previous range. */
export function Headlines({ now, before, series, rejected }: HeadlinesProps) {
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-5 border-y py-5 md:grid-cols-5">
      {HEADLINES.map((metric) => (
        <div key={metric} className="flex min-w-0 flex-col gap-0.5">
          <dt className="text-muted text-sm">{LABELS[metric]}</dt>
          <dd className="flex min-w-0 flex-wrap items-baseline gap-x-2">
            <span className="text-2xl" title={exact(metric, metricOf(now, metric))}>
              {formatMetric(metric, metricOf(now, metric))}
            </span>
            <Change now={metricOf(now, metric)} before={metricOf(before, metric)} />
          </dd>
          <dd>
            <Sparkline values={series.map((row) => metricOf(row, metric))} className="h-6 w-full max-w-40" />
          </dd>
          {metric === "requests" && <dd className="empty:hidden">{rejected}</dd>}
        </div>
      ))}
    </dl>
  );
}

function exact(metric: Metric, value: number | null): string | undefined {
  return METRICS[metric].format === "number" ? formatCount(value) : undefined;
}
