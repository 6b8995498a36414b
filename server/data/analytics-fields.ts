import type { DimensionColumn, LedgerColumn } from "./rollup-grains.ts";
import type { SumColumn } from "./rollup-statement.ts";

/** Columns that results can be split and filtered by, under their public names. */
export const DIMENSIONS = {
  workspace_id: "workspace_id",
  api_key_hash: "key_hash",
  user_id: "user_id",
  model: "model",
  provider: "provider",
  endpoint_id: "model_endpoint",
  operation: "operation",
  status: "status",
  status_class: "status_class",
  finish_reason: "finish",
  is_byok: "is_byok",
  streamed: "streamed",
  rejection: "rejection",
  external_user: "external_user",
  session_id: "session_id",
  agent: "agent",
  repository: "repository",
  tag: "tag",
} as const satisfies Record<string, DimensionColumn | LedgerColumn | "workspace_id">;

export type Dimension = keyof typeof DIMENSIONS;

/**
 * `sums`: the columns of the roll-up rows that `sql` reads, by name. A metric with `times` is a percentile of a
 * histogram.
 */
export type Summed = { sums: readonly (SumColumn | "errors" | "cancelled" | "byok_requests")[]; sql: string };
type Timed = { times: "total_histogram" | "first_token_histogram"; percent: number };
export type MetricSource = Summed | Timed;

const plain = (column: Summed["sums"][number]): Summed => ({ sums: [column], sql: column });
const usd = (column: SumColumn): Summed => ({ sums: [column], sql: `${column}::float8 / 1e9` });
const ratio = (part: Summed["sums"][number], whole: SumColumn, scale = ""): Summed => ({
  sums: [part, whole],
  sql: `${part}::float8${scale} / nullif(${whole}, 0)`,
});
const latency = (percent: number): Timed => ({ times: "total_histogram", percent });
const firstToken = (percent: number): Timed => ({ times: "first_token_histogram", percent });

export const METRICS = {
  requests: plain("requests"),
  errors: plain("errors"),
  error_rate: ratio("errors", "requests"),
  cancelled: plain("cancelled"),
  rejected: plain("rejected"),
  cost: usd("cost_nano_usd"),
  byok_cost: usd("byok_nano_usd"),
  byok_requests: plain("byok_requests"),
  byok_share: ratio("byok_requests", "requests"),
  tokens_prompt: plain("tokens_prompt"),
  tokens_completion: plain("tokens_completion"),
  tokens_total: { sums: ["tokens_prompt", "tokens_completion"], sql: "(tokens_prompt + tokens_completion)::bigint" },
  tokens_cached: plain("tokens_cached"),
  tokens_cache_write: plain("tokens_cache_write"),
  tokens_reasoning: plain("tokens_reasoning"),
  tokens_audio: plain("tokens_audio"),
  tokens_image: plain("tokens_image"),
  cache_share: ratio("tokens_cached", "tokens_prompt"),
  images: plain("images"),
  seconds: plain("seconds"),
  characters: plain("characters"),
  searches: plain("searches"),
  throughput: ratio("written_tokens", "writing_ms", " * 1000"),
  latency_avg: ratio("total_ms", "requests"),
  latency_p50: latency(50),
  latency_p90: latency(90),
  latency_p95: latency(95),
  latency_p99: latency(99),
  ttft_avg: ratio("first_token_ms", "first_tokens"),
  ttft_p50: firstToken(50),
  ttft_p90: firstToken(90),
  ttft_p95: firstToken(95),
  ttft_p99: firstToken(99),
} as const satisfies Record<string, MetricSource>;

export type Metric = keyof typeof METRICS;

/** Returns the column of a dimension, where `c` are roll-up rows and `s` their series. */
export function columnOf(dimension: Dimension): string {
  return dimension === "workspace_id" ? "c.workspace_id" : `s.${DIMENSIONS[dimension]}`;
}

/** Sums that are not columns: requests of certain kinds. A grain used for them keeps the column apart. */
export const DERIVED_SUMS = {
  errors: {
    column: "status_class",
    sql: "case when s.status_class in ('cut', '4xx', '429', '5xx') then c.requests else 0 end",
  },
  cancelled: { column: "status_class", sql: "case when s.status_class = 'cancelled' then c.requests else 0 end" },
  byok_requests: { column: "is_byok", sql: "case when s.is_byok then c.requests else 0 end" },
} as const;

export type DerivedSum = keyof typeof DERIVED_SUMS;
