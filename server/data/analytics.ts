import type { Dimension, Metric } from "./analytics-fields.ts";
import { analyticsStatement } from "./analytics-statement.ts";
import { selectWithin } from "./bounded-query.ts";
import type { Database } from "./database.ts";

export type Operator = "eq" | "neq" | "in" | "not_in" | "gt" | "gte" | "lt" | "lte";
type Value = string | number | boolean | null;
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

/** `time` is the start of the row's bucket (Unix ms); `isOther`: the row is of the groups beyond the limit. */
export type AnalyticsRow = {
  time: number | null;
  isOther: boolean;
  dimensions: Value[];
  metrics: (number | null)[];
};

/** Rows of sums over the roll-ups. Throws 408 when it takes longer than a console should wait. */
export async function readAnalytics(database: Database, query: AnalyticsQuery): Promise<AnalyticsRow[]> {
  const { text, values } = analyticsStatement(query);
  const rows = await selectWithin(database, 10_000, text, values);
  return rows.map((row) => ({
    time: row.time as number | null,
    isOther: row.is_other === true,
    dimensions: query.dimensions.map((_, index) => row[`d${index}`] as Value),
    metrics: query.metrics.map((metric) => row[metric] as number | null),
  }));
}
