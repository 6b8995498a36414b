import { queryAnalytics as endpoint, MAX_ANALYTICS_ROWS } from "#lib/contract/analytics.ts";
import type { Dimension, Metric } from "#lib/contract/analytics-fields.ts";
import type { BodyOf } from "#lib/contract/endpoint.ts";
import { ownerOnly } from "#server/auth/access.ts";
import { type AnalyticsRow, readAnalytics } from "#server/data/analytics.ts";
import type { AnalyticsQuery, Filter } from "#server/data/analytics-query.ts";
import { firstMinuteKept } from "#server/data/rollup-pieces.ts";
import { HttpError } from "#server/errors.ts";
import { operation } from "#server/http/operation.ts";
import { bucketsOf } from "./buckets.ts";
import { fillRows } from "./fill-rows.ts";
import { queryWorkspaces } from "./query-workspaces.ts";

type Body = BodyOf<typeof endpoint>;
const DAY_MS = 86_400_000;

export const queryAnalytics = operation(endpoint)(async (gateway, { body, principal }) => {
  const startedMs = performance.now();
  const nowMs = gateway.now();
  const range = rangeOf(body, nowMs);
  const buckets = countBuckets(body, range, nowMs);
  const workspaceIds = await queryWorkspaces(gateway, principal, body);
  await gateway.rollups.catchUp();
  const wanted: AnalyticsQuery = {
    workspaceIds,
    nowMs,
    ...range,
    metrics: body.metrics,
    dimensions: body.dimensions,
    limit: MAX_ANALYTICS_ROWS + 1,
    filters: filtersOf(body, ownerOnly(principal)),
    ...(body.granularity && { granularity: body.granularity }),
    ...(body.group_limit && { groupLimit: body.group_limit }),
    ...(body.order_by && {
      orderBy: { ...body.order_by, field: body.order_by.field as Metric | Dimension | "time" },
    }),
  };
  const { embedded, read } = gateway.database;
  const { rows, asOf } = await read((pool) => readAnalytics({ pool, embedded }, wanted));
  // Orders other than by time apply only to rows with data; an empty bucket has no rank.
  const isByTime = !body.order_by;
  const all = isByTime ? fillRows(rows, buckets, body.metrics, body.dimensions.length > 0) : rows;
  const kept = all.slice(0, body.limit).map((row) => recordOf(row, body));
  const queryTimeMs = Math.round((performance.now() - startedMs) * 10) / 10;
  const truncated = all.length > kept.length;
  return {
    data: {
      data: kept,
      metadata: { query_time_ms: queryTimeMs, row_count: kept.length, truncated, ...(asOf && { as_of: asOf }) },
    },
  };
});

/** Returns the requested filters; a member sees only their own requests. */
function filtersOf({ filters }: Body, userId: string | undefined): Filter[] {
  const conditions = filters.map(({ field, operator, value, include_unset }) => ({
    dimension: field,
    operator,
    value,
    includeUnset: include_unset,
  }));
  if (!userId) return conditions;
  return [...conditions, { dimension: "user_id", operator: "eq", value: userId, includeUnset: false }];
}

function rangeOf({ time_range: range }: Body, nowMs: number): { from: number; to: number } {
  return range ? { from: Date.parse(range.start), to: Date.parse(range.end) } : { from: nowMs - DAY_MS, to: nowMs };
}

/** Returns the buckets that need rows: without a granularity, a single one without a time. */
function countBuckets({ granularity }: Body, { from, to }: { from: number; to: number }, nowMs: number) {
  if (!granularity) return [null];
  const kept = firstMinuteKept(nowMs);
  if (granularity === "minute" && from < kept) {
    throw new HttpError(
      400,
      `Data by minute is available since ${new Date(kept).toISOString()}; use hours before that`,
    );
  }
  const buckets = bucketsOf(granularity, from, to, MAX_ANALYTICS_ROWS);
  if (buckets.length <= MAX_ANALYTICS_ROWS) return buckets;
  throw new HttpError(
    400,
    `The time range has more than ${MAX_ANALYTICS_ROWS} ${granularity}s; narrow it or use larger buckets`,
  );
}

function recordOf(row: AnalyticsRow, { granularity, dimensions, metrics, group_limit: groupLimit }: Body) {
  return {
    ...(granularity && row.time !== null && { time: new Date(row.time).toISOString() }),
    ...Object.fromEntries(dimensions.map((name, index) => [name, row.dimensions[index] ?? null])),
    ...(groupLimit && { is_other: row.isOther }),
    ...Object.fromEntries(metrics.map((name, index) => [name, row.metrics[index] ?? null])),
  };
}
