import type { ReactNode } from "react";
import { type AnalyticsRow, metricOf, seriesBy, timesOf } from "#components/charts/analytics-rows.ts";
import { BarChart } from "#components/charts/bar-chart.tsx";
import { LineChart } from "#components/charts/line-chart.tsx";
import type { ChartEvent } from "#components/charts/marks.tsx";
import type { Metric } from "#lib/contract/analytics-fields.ts";
import { formatCompact, formatCount, formatUsdTotal } from "#lib/format.ts";
import { formatDuration } from "#lib/format-time.ts";
import { usdColumn } from "#lib/usd-column.ts";
import { SPLITS, type Split } from "./overview-queries.ts";

type ChartProps = {
  rows: readonly AnalyticsRow[];
  /** The last bucket is still in progress. */
  partial: boolean;
  /** "minute", "hour" or "day" of UTC. */
  bucket: string;
  events: readonly ChartEvent[];
  actions?: ReactNode;
};

type SplitProps = ChartProps & {
  split: Split;
  entities: readonly string[];
  nameOf: (value: string) => string;
  shown: number;
  of: number;
};

/** Requests of each model, key or user, stacked. */
export function RequestsBy({ split, ...props }: SplitProps) {
  return (
    <BarChart
      title={`Requests by ${split}`}
      summary={`Requests by ${split}, one bar per ${props.bucket}.`}
      series={seriesBy(props.rows, SPLITS[split], "requests", props.nameOf)}
      format={formatCompact}
      {...common(props, split)}
    />
  );
}

/** What each model, key or user cost, stacked. */
export function SpendBy({ split, ...props }: SplitProps) {
  return (
    <BarChart
      title={`Spend by ${split}`}
      summary={`Spend by ${split} in USD, one bar per ${props.bucket}.`}
      series={seriesBy(props.rows, SPLITS[split], "cost", props.nameOf)}
      format={formatUsdTotal}
      column={(amounts) => usdColumn(amounts, { total: true })}
      {...common(props, split)}
    />
  );
}

function common(
  { rows, entities, partial, events, actions, bucket, shown, of }: Omit<SplitProps, "split">,
  split: Split,
) {
  return { times: timesOf(rows), entities, partial, events, actions, note: noteOf(bucket, shown, of, split) };
}

const LATENCIES = { latency_p50: "p50", latency_p90: "p90", latency_p99: "p99" } as const;
const FIRST_TOKENS = { ttft_p50: "p50", ttft_p90: "p90", ttft_p99: "p99" } as const;

/** Duration of requests, from arrival to the end of the response or its first token. */
export function Latency({ rows, partial, bucket, events, actions, of }: ChartProps & { of: "answer" | "first token" }) {
  const lines: Partial<Record<Metric, string>> = of === "answer" ? LATENCIES : FIRST_TOKENS;
  return (
    <LineChart
      title={of === "answer" ? "Latency" : "Time to first token"}
      summary={`Percentiles per ${bucket}.`}
      times={timesOf(rows)}
      series={(Object.entries(lines) as [Metric, string][]).map(([metric, label]) => ({
        entity: label,
        label,
        values: rows.map((row) => metricOf(row, metric)),
      }))}
      format={formatDuration}
      partial={partial}
      events={events}
      actions={actions}
      note="Within 4% of the exact percentile. Gaps are times without requests."
    />
  );
}

const CLASSES: Record<string, string> = {
  "4xx": "4xx, rejected",
  "429": "429, rate limited",
  "5xx": "5xx, provider failed",
  cut: "Failed mid-stream",
};

/** Failed requests by cause. */
export function ErrorsByClass({ rows, partial, bucket, events, actions }: ChartProps) {
  return (
    <BarChart
      title="Errors by type"
      summary={`Failed requests by type, one bar per ${bucket}.`}
      times={timesOf(rows)}
      series={seriesBy(rows, "status_class", "requests", (value) => CLASSES[value] ?? value)}
      entities={Object.keys(CLASSES)}
      format={formatCount}
      partial={partial}
      events={events}
      actions={actions}
    />
  );
}

function noteOf(bucket: string, shown: number, of: number, split: Split): string | undefined {
  const parts = [bucket === "day" && "Days start at 00:00 UTC.", of > shown && `Showing ${shown} of ${of} ${split}s.`];
  return parts.filter(Boolean).join(" ") || undefined;
}
