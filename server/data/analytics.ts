import type { AnalyticsQuery, Value } from "./analytics-query.ts";
import { analyticsStatement } from "./analytics-statement.ts";
import { selectWithin } from "./bounded-query.ts";
import type { Database } from "./database.ts";

/** `time` is the start of the row's bucket (Unix ms); `isOther`: the row merges the groups beyond the limit. */
export type AnalyticsRow = {
  time: number | null;
  isOther: boolean;
  dimensions: Value[];
  metrics: (number | null)[];
};

/** Returns rows of sums over the roll-ups. Throws 408 if it takes longer than a console should wait. */
export async function readAnalytics(
  database: Pick<Database, "pool" | "embedded">,
  query: AnalyticsQuery,
): Promise<AnalyticsRow[]> {
  const { text, values } = analyticsStatement(query);
  const rows = await selectWithin(database, 10_000, text, values);
  return rows.map((row) => ({
    time: row.time as number | null,
    isOther: row.is_other === true,
    dimensions: query.dimensions.map((_, index) => row[`d${index}`] as Value),
    metrics: query.metrics.map((metric) => row[metric] as number | null),
  }));
}
