/**
 * The format of a metric: `currency` is USD, `percent` a share of 1, `latency` milliseconds, `throughput` tokens per
 * second.
 */
export type MetricFormat = "number" | "currency" | "percent" | "latency" | "throughput";

type MetricFacts = { label: string; format: MetricFormat };

export const METRICS = {
  requests: { label: "Requests", format: "number" },
  errors: { label: "Errors", format: "number" },
  error_rate: { label: "Error rate", format: "percent" },
  cancelled: { label: "Canceled requests", format: "number" },
  rejected: { label: "Rejected requests", format: "number" },
  cost: { label: "Cost (USD)", format: "currency" },
  byok_cost: { label: "BYOK cost (USD)", format: "currency" },
  byok_requests: { label: "BYOK requests", format: "number" },
  byok_share: { label: "Share of BYOK requests", format: "percent" },
  tokens_prompt: { label: "Input tokens", format: "number" },
  tokens_completion: { label: "Output tokens", format: "number" },
  tokens_total: { label: "Tokens", format: "number" },
  tokens_cached: { label: "Tokens read from caches", format: "number" },
  tokens_cache_write: { label: "Tokens written to caches", format: "number" },
  tokens_reasoning: { label: "Reasoning tokens", format: "number" },
  tokens_audio: { label: "Audio tokens", format: "number" },
  tokens_image: { label: "Image tokens", format: "number" },
  cache_share: { label: "Share of input tokens read from caches", format: "percent" },
  images: { label: "Images", format: "number" },
  seconds: { label: "Seconds of media", format: "number" },
  characters: { label: "Characters", format: "number" },
  searches: { label: "Searches", format: "number" },
  throughput: { label: "Throughput (tokens/s)", format: "throughput" },
  latency_avg: { label: "Latency, average", format: "latency" },
  latency_p50: { label: "Latency, p50", format: "latency" },
  latency_p90: { label: "Latency, p90", format: "latency" },
  latency_p95: { label: "Latency, p95", format: "latency" },
  latency_p99: { label: "Latency, p99", format: "latency" },
  ttft_avg: { label: "Time to first token, average", format: "latency" },
  ttft_p50: { label: "Time to first token, p50", format: "latency" },
  ttft_p90: { label: "Time to first token, p90", format: "latency" },
  ttft_p95: { label: "Time to first token, p95", format: "latency" },
  ttft_p99: { label: "Time to first token, p99", format: "latency" },
} as const satisfies Record<string, MetricFacts>;

export type Metric = keyof typeof METRICS;
export const METRIC_NAMES = Object.keys(METRICS) as [Metric, ...Metric[]];

type DimensionFacts = { label: string; type: "text" | "number" | "boolean" };

export const DIMENSIONS = {
  workspace_id: { label: "Workspace", type: "text" },
  api_key_hash: { label: "API key", type: "text" },
  user_id: { label: "User", type: "text" },
  model: { label: "Model", type: "text" },
  provider: { label: "Provider", type: "text" },
  endpoint_id: { label: "Model endpoint", type: "text" },
  operation: { label: "Operation", type: "text" },
  status: { label: "Status", type: "number" },
  status_class: { label: "Outcome: ok, cancelled, cut, rejected, 4xx, 429 or 5xx", type: "text" },
  finish_reason: { label: "Finish reason", type: "text" },
  is_byok: { label: "BYOK", type: "boolean" },
  streamed: { label: "Streamed", type: "boolean" },
  rejection: { label: "Rejection reason", type: "text" },
  external_user: { label: "End user", type: "text" },
  session_id: { label: "Session", type: "text" },
  agent: { label: "Agent", type: "text" },
  repository: { label: "Repository", type: "text" },
  tag: { label: "Tag", type: "text" },
} as const satisfies Record<string, DimensionFacts>;

export type Dimension = keyof typeof DIMENSIONS;
export const DIMENSION_NAMES = Object.keys(DIMENSIONS) as [Dimension, ...Dimension[]];

export const GRANULARITIES = { minute: "Minute", hour: "Hour", day: "Day", week: "Week", month: "Month" } as const;
export type Granularity = keyof typeof GRANULARITIES;
export const GRANULARITY_NAMES = Object.keys(GRANULARITIES) as [Granularity, ...Granularity[]];

/** Returns whether a missing value counts as 0, as for sums; a missing share, rate or percentile is unknown. */
export function isCount(metric: Metric): boolean {
  const { format } = METRICS[metric];
  return format === "number" || format === "currency";
}
