import type { Dimension, Metric } from "./analytics-fields.ts";

export type Operator = "eq" | "neq" | "in" | "not_in" | "gt" | "gte" | "lt" | "lte";
export type Value = string | number | boolean | null;
/** `includeUnset`: rows without a value pass a `neq` or `not_in`. */
export type Filter = { dimension: Dimension; operator: Operator; value: Value | Value[]; includeUnset: boolean };
export type Granularity = "minute" | "hour" | "day" | "week" | "month";

export type AnalyticsQuery = {
  workspaceIds: readonly string[];
  metrics: readonly Metric[];
  dimensions: readonly Dimension[];
  filters: readonly Filter[];
  granularity?: Granularity;
  /** Unix ms; `to` is excluded. */
  from: number;
  to: number;
  orderBy?: { field: Metric | Dimension | "time"; direction: "asc" | "desc" };
  /** The groups beyond this many become one; needs a dimension. */
  groupLimit?: number;
  /** Rows at most. */
  limit: number;
  nowMs: number;
};
