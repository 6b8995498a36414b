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
  /** Unix ms; `to` is exclusive. */
  from: number;
  to: number;
  orderBy?: { field: Metric | Dimension | "time"; direction: "asc" | "desc" };
  /** Groups beyond this number are merged into one; requires a dimension. */
  groupLimit?: number;
  /** Maximum number of rows. */
  limit: number;
  nowMs: number;
};
