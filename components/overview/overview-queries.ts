import type { TimeRange } from "#components/charts/time/time-range.ts";
import type { queryAnalytics } from "#lib/contract/analytics.ts";
import type { Granularity } from "#lib/contract/analytics-fields.ts";
import type { BodyInput } from "#lib/contract/endpoint.ts";

type Query = BodyInput<typeof queryAnalytics>;

export const HEADLINES = [
  ...(["cost", "requests", "tokens_prompt", "tokens_completion", "error_rate"] as const),
  ...(["latency_p50", "latency_p95", "ttft_p50", "cache_share", "byok_share"] as const),
] as const;

export const PERCENTILES = ["latency_p50", "latency_p90", "latency_p99", "ttft_p50", "ttft_p90", "ttft_p99"] as const;

const GROUPS = 7;

/** Returns the queries of the overview for a time range: `before` is the range that totals are compared with. */
export function overviewQueries(range: TimeRange, before: TimeRange, granularity: Granularity) {
  const within = timeRange(range);
  const group = { limit: 10_000, group_limit: GROUPS, granularity, ...within };
  return {
    totals: { metrics: [...HEADLINES, "byok_cost", "rejected"], ...within },
    before: { metrics: [...HEADLINES], ...timeRange(before) },
    series: { metrics: [...new Set([...HEADLINES, ...PERCENTILES])], granularity, limit: 1000, ...within },
    models: { metrics: ["requests", "cost"], dimensions: ["model"], ...group },
    errors: {
      metrics: ["requests"],
      dimensions: ["status_class"],
      filters: [{ field: "status_class", operator: "in", value: ["4xx", "429", "5xx", "cut"] }],
      ...group,
    },
    topModels: { metrics: ["requests", "cost"], dimensions: ["model"], limit: 1000, ...within },
    topKeys: { metrics: ["requests", "cost"], dimensions: ["api_key_hash"], limit: 1000, ...within },
  } as const satisfies Record<string, Query>;
}

function timeRange({ from, to }: TimeRange): Pick<Query, "time_range"> {
  return { time_range: { start: new Date(from).toISOString(), end: new Date(to).toISOString() } };
}
