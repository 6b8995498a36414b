import { z } from "zod";
import { DIMENSION_NAMES, GRANULARITY_NAMES, METRIC_NAMES } from "./analytics-fields.ts";
import { checkFilter, checkQuery } from "./analytics-rules.ts";
import { AsOf, dataOf, Instant } from "./common.ts";
import { endpoint } from "./endpoint.ts";

const named = { name: z.string(), display_label: z.string() };

export const getAnalyticsMeta = endpoint({
  id: "getAnalyticsMeta",
  resource: "analytics",
  method: "GET",
  path: "/analytics/meta",
  roles: "own",
  access: "management",
  summary: "Get analytics metadata",
  description: "Lists the metrics, dimensions, granularities and operators that a query can use.",
  response: dataOf(
    z.object({
      metrics: z.array(
        z.object({
          ...named,
          display_format: z.enum(["number", "currency", "percent", "latency", "throughput"]),
          is_rate: z
            .boolean()
            .describe("Whether the metric is a rate or percentile, whose values cannot be summed across rows"),
        }),
      ),
      dimensions: z.array(z.object(named)),
      granularities: z.array(z.object(named)),
      operators: z.array(z.object({ name: z.string(), value_type: z.enum(["scalar", "array"]) })),
    }),
  ),
  errors: [401, 403, 405, 429, 500],
});

const Scalar = z.union([z.string().max(256), z.number(), z.boolean(), z.null()]);

export const AnalyticsFilter = z
  .strictObject({
    field: z.enum(DIMENSION_NAMES),
    operator: z.enum(["eq", "neq", "in", "not_in", "gt", "gte", "lt", "lte"]),
    value: z.union([Scalar, z.array(Scalar).min(1).max(100)]),
    include_unset: z.boolean().default(false).describe("Whether `neq` and `not_in` also match rows without a value"),
  })
  .superRefine(checkFilter);

/** Maximum number of rows and of time buckets. */
export const MAX_ANALYTICS_ROWS = 10_000;

export const AnalyticsQuery = z
  .strictObject({
    metrics: z.array(z.enum(METRIC_NAMES)).min(1).max(METRIC_NAMES.length),
    dimensions: z.array(z.enum(DIMENSION_NAMES)).max(2).default([]),
    filters: z.array(AnalyticsFilter).max(20).default([]),
    granularity: z
      .enum(GRANULARITY_NAMES)
      .optional()
      .describe("Size of the UTC time buckets. If omitted, the query returns totals for the whole range."),
    time_range: z
      .strictObject({ start: Instant, end: Instant })
      .optional()
      .describe(
        "Defaults to the last 24 hours. Widened to full minutes, or to full hours if it ends more than " +
          "48 hours ago.",
      ),
    order_by: z
      .strictObject({
        field: z.string().describe("A metric or dimension in the query, or `time`"),
        direction: z.enum(["asc", "desc"]).default("desc"),
      })
      .optional(),
    limit: z.number().int().min(1).max(MAX_ANALYTICS_ROWS).default(1000),
    group_limit: z
      .number()
      .int()
      .min(1)
      .max(100)
      .optional()
      .describe(
        "Number of groups to return, largest first by the `order_by` metric (or the first metric). The " +
          "rest are combined into one row with `is_other`.",
      ),
  })
  .superRefine(checkQuery);

export const queryAnalytics = endpoint({
  id: "queryAnalytics",
  isQuery: true,
  resource: "analytics",
  method: "POST",
  path: "/analytics/query",
  roles: "own",
  access: "management",
  summary: "Query analytics",
  description:
    "Returns sums, rates and percentiles of model requests by time and dimension. Covers the caller's " +
    "workspace; a query that filters or groups by `workspace_id` covers the whole organization. Percentiles are " +
    "within 4% of the exact values. Queries that name `external_user`, `session_id`, `agent`, `repository` or " +
    "`tag` read the request log itself: they take longer, and cover only what the log still keeps. By `tag`, a " +
    "request with several tags counts in the row of each tag, so the rows add up to more than the total. A " +
    "query without that dimension returns the total.",
  largeBody: true,
  body: AnalyticsQuery,
  response: dataOf(
    z.object({
      data: z
        .array(z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])))
        .describe(
          "One object per row: `time` if the query has a granularity, each dimension, each metric, and `is_other`",
        ),
      metadata: z.object({
        query_time_ms: z.number(),
        row_count: z.number().int(),
        truncated: z.boolean().describe("Whether more rows than `limit` matched"),
        as_of: AsOf,
      }),
      warnings: z.array(z.string()).optional(),
    }),
  ),
  errors: [400, 401, 403, 404, 405, 408, 413, 429, 500],
});
