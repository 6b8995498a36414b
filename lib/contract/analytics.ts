import { z } from "zod";
import { DIMENSION_NAMES, GRANULARITY_NAMES, METRIC_NAMES } from "./analytics-fields.ts";
import { checkFilter, checkQuery } from "./analytics-rules.ts";
import { dataOf, Instant } from "./common.ts";
import { endpoint } from "./endpoint.ts";

const named = { name: z.string(), display_label: z.string() };

export const getAnalyticsMeta = endpoint({
  id: "getAnalyticsMeta",
  resource: "analytics",
  method: "GET",
  path: "/analytics/meta",
  roles: "own",
  access: "management",
  summary: "What analytics queries can ask for",
  response: dataOf(
    z.object({
      metrics: z.array(
        z.object({
          ...named,
          display_format: z.enum(["number", "currency", "percent", "latency", "throughput"]),
          is_rate: z.boolean().describe("Values of several rows must not be added up"),
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
    include_unset: z.boolean().default(false).describe("`neq` and `not_in` keep rows without a value too"),
  })
  .superRefine(checkFilter);

/** Rows at most, and buckets of time at most. */
export const MAX_ANALYTICS_ROWS = 10_000;

export const AnalyticsQuery = z
  .strictObject({
    metrics: z.array(z.enum(METRIC_NAMES)).min(1).max(METRIC_NAMES.length),
    dimensions: z.array(z.enum(DIMENSION_NAMES)).max(2).default([]),
    filters: z.array(AnalyticsFilter).max(20).default([]),
    granularity: z.enum(GRANULARITY_NAMES).optional().describe("Buckets of UTC time; one row for the range if absent"),
    time_range: z
      .strictObject({ start: Instant, end: Instant })
      .optional()
      .describe("The last 24 hours if absent. Rounded out to minutes, and to hours where it ends over 48 hours ago"),
    order_by: z
      .strictObject({
        field: z.string().describe("A metric or dimension of the query, or `time`"),
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
      .describe("Groups kept, the largest by the metric ordered by or the first; the rest is one row with `is_other`"),
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
  summary: "Sums, rates and percentiles of model calls by time and dimension",
  description:
    "About the caller's workspace; a query that filters or splits by `workspace_id` is about all of the organization's. " +
    "Percentiles are within 4 % of the exact ones.",
  largeBody: true,
  body: AnalyticsQuery,
  response: dataOf(
    z.object({
      data: z
        .array(z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])))
        .describe("`time` where there is a granularity, each dimension, each metric, and `is_other`"),
      metadata: z.object({
        query_time_ms: z.number(),
        row_count: z.number().int(),
        truncated: z.boolean().describe("There were more rows than `limit`"),
      }),
      warnings: z.array(z.string()).optional(),
    }),
  ),
  errors: [400, 401, 403, 404, 405, 408, 413, 429, 500],
});
