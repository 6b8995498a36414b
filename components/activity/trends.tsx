"use client";

import { metricOf, timesOf } from "#components/charts/analytics-rows.ts";
import { BarChart } from "#components/charts/bar-chart.tsx";
import { formatMetric, metricColumn } from "#components/charts/format-metric.ts";
import { LineChart } from "#components/charts/line-chart.tsx";
import { ApiErrorState } from "#components/ui/feedback/api-error-state.tsx";
import { Loading, Skeleton } from "#components/ui/feedback/skeleton.tsx";
import { METRICS, type Metric } from "#lib/contract/analytics-fields.ts";
import { CompareSwitch } from "./compare-switch.tsx";
import { NoRequests } from "./no-requests.tsx";
import { useCompare } from "./use-compare.ts";
import { useRows } from "./use-rows.ts";

const CHARTS: { title: string; lines: boolean; metrics: [Metric, ...Metric[]] }[] = [
  { title: "Tokens", lines: false, metrics: ["tokens_prompt", "tokens_completion"] },
  { title: "Spend", lines: false, metrics: ["cost", "byok_cost"] },
  { title: "Cached share of input", lines: true, metrics: ["cache_share"] },
  { title: "Error rate", lines: true, metrics: ["error_rate"] },
  { title: "Rejected requests", lines: false, metrics: ["rejected"] },
  { title: "Latency", lines: true, metrics: ["latency_p50", "latency_p95"] },
  { title: "Throughput", lines: true, metrics: ["throughput"] },
];

/** Shows the most common charts, also of the previous period if it is compared. */
export function Trends() {
  return (
    <div className="flex flex-col gap-6">
      <h2 className="sr-only">Trends</h2>
      <div className="flex">
        <CompareSwitch />
      </div>
      <Charts />
    </div>
  );
}

/** All charts, from one query per period. */
function Charts() {
  const [isComparing] = useCompare();
  const metrics = CHARTS.flatMap((chart) => chart.metrics);
  const { query, rows, granularity, live } = useRows({ metrics });
  const earlier = useRows({ metrics, before: true, enabled: isComparing });
  const before = isComparing ? earlier.rows : undefined;
  if (query.error && !rows) {
    return <ApiErrorState title="The trends could not be loaded" result={query} />;
  }
  if (!rows) return <TrendsSkeleton />;
  // The error rate of a bucket without requests is null, so this range has no requests.
  if (rows.every((row) => metricOf(row, "error_rate") === null)) {
    return <NoRequests />;
  }
  return (
    <div className="flex flex-col gap-6" aria-busy={query.isPlaceholderData || undefined}>
      {isComparing && earlier.query.error && !before && (
        <ApiErrorState title="The previous period could not be loaded" result={earlier.query} />
      )}
      <div className="grid gap-8 lg:grid-cols-2">
        {CHARTS.map(({ title, lines, metrics }) => {
          const Chart = lines ? LineChart : BarChart;
          return (
            <Chart
              key={title}
              title={title}
              summary={`One point per ${granularity}.`}
              times={timesOf(rows)}
              series={metrics.map((metric) => ({
                entity: metric,
                label: METRICS[metric].label,
                values: rows.map((row) => metricOf(row, metric)),
                ...(before && { previous: rows.map((_, index) => metricOf(before[index], metric)) }),
              }))}
              format={(value) => formatMetric(metrics[0], value)}
              column={(values) => metricColumn(metrics[0], values)}
              partial={live}
              note={before && "Dotted: the previous period."}
            />
          );
        })}
      </div>
    </div>
  );
}

function TrendsSkeleton() {
  return (
    <Loading label="trends" slowHint="Try a shorter time range." className="grid gap-8 lg:grid-cols-2">
      {CHARTS.map(({ title }) => (
        <Skeleton key={title} className="h-52 w-full" />
      ))}
    </Loading>
  );
}
