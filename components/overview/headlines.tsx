import { ArrowDown, ArrowUp } from "lucide-react";
import type { ReactNode } from "react";
import { type AnalyticsRow, metricOf } from "#components/charts/analytics-rows.ts";
import { formatMetric } from "#components/charts/format-metric.ts";
import { Sparkline } from "#components/charts/sparkline.tsx";
import { METRICS, type Metric } from "#lib/contract/analytics-fields.ts";
import { formatCount, formatPercent } from "#lib/format.ts";
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
            <Delta now={metricOf(now, metric)} before={metricOf(before, metric)} />
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

function Delta({ now, before }: { now: number | null; before: number | null }) {
  if (now === null || before === null || before === 0) {
    return <span className="text-muted text-xs">{now ? "new" : "no change"}</span>;
  }
  const change = now / before - 1;
  if (Math.abs(change) < 0.0005) return <span className="text-muted text-xs">no change</span>;
  const Icon = change > 0 ? ArrowUp : ArrowDown;
  return (
    <span className="inline-flex items-center gap-0.5 text-muted text-xs" title="Compared with the previous period">
      <Icon className="size-3" aria-hidden />
      <span className="sr-only">{change > 0 ? "up" : "down"}</span>
      {change > 9.99 ? "10× or more" : formatPercent(Math.abs(change), Math.abs(change) < 0.1 ? 1 : 0)}
    </span>
  );
}

function exact(metric: Metric, value: number | null): string | undefined {
  return METRICS[metric].format === "number" ? formatCount(value) : undefined;
}
