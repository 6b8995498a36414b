import type { TimeRange } from "#components/charts/time/time-range.ts";
import type { queryAnalytics } from "#lib/contract/analytics.ts";
import type { Granularity } from "#lib/contract/analytics-fields.ts";
import type { BodyInput } from "#lib/contract/endpoint.ts";

type Query = BodyInput<typeof queryAnalytics>;

export const HEADLINES = ["cost", "requests", "tokens_total", "error_rate", "latency_p50"] as const;

export const PERCENTILES = ["latency_p50", "latency_p90", "latency_p99", "ttft_p50", "ttft_p90", "ttft_p99"] as const;

/** What the charts can be split by, and its dimension. */
export const SPLITS = { model: "model", key: "api_key_hash", user: "user_id" } as const;
export type Split = keyof typeof SPLITS;

const GROUPS = 7;

/** Returns the queries of the overview for a time range: `before` is the range that totals are compared with. */
export function overviewQueries(range: TimeRange, before: TimeRange, granularity: Granularity, split: Split) {
  const within = timeRange(range);
  const group = { limit: 10_000, group_limit: GROUPS, granularity, ...within };
  return {
    totals: { metrics: [...HEADLINES, "rejected"], ...within },
    before: { metrics: [...HEADLINES], ...timeRange(before) },
    series: { metrics: [...new Set([...HEADLINES, ...PERCENTILES])], granularity, limit: 1000, ...within },
    groups: { metrics: ["requests", "cost"], dimensions: [SPLITS[split]], ...group },
    errors: {
      metrics: ["requests"],
      dimensions: ["status_class"],
      filters: [{ field: "status_class", operator: "in", value: ["4xx", "429", "5xx", "cut"] }],
      ...group,
    },
    topModels: top("model", within),
    topKeys: top("api_key_hash", within),
    topUsers: top("user_id", within),
  } as const satisfies Record<string, Query>;
}

function top(dimension: (typeof SPLITS)[Split], within: Pick<Query, "time_range">): Query {
  return { metrics: ["requests", "cost"], dimensions: [dimension], limit: 1000, ...within };
}

function timeRange({ from, to }: TimeRange): Pick<Query, "time_range"> {
  return { time_range: { start: new Date(from).toISOString(), end: new Date(to).toISOString() } };
}
