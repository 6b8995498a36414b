import {
  columnOf,
  DERIVED_SUMS,
  type DerivedSum,
  DIMENSIONS,
  type Dimension,
  METRICS,
  type Metric,
  type MetricSource,
  type Summed,
} from "./analytics-fields.ts";
import { conditionOf, type Parameters, parameters } from "./analytics-filter.ts";
import type { AnalyticsQuery } from "./analytics-query.ts";
import { ledgerAsRollup } from "./ledger-as-rollup.ts";
import { type DimensionColumn, grainFor, LEDGER_COLUMNS, type LedgerColumn, type Span } from "./rollup-grains.ts";
import { BIN_OF, COUNT_OF, VALUE_OF } from "./rollup-histogram.ts";
import { type Piece, piecesOf } from "./rollup-pieces.ts";

// Group columns are never null inside the statement, so that groups can be joined. A group key starting with one of
// these characters, which no value of ours does, represents null or the groups beyond the limit.
const UNSET = "E'\\x01'";
const OTHER = "E'\\x02'";
const HISTOGRAMS = ["total_histogram", "first_token_histogram"] as const;

/** Builds one statement: roll-up rows, summed by time and group; groups beyond the limit merged; percentiles joined. */
export function analyticsStatement(query: AnalyticsQuery): { text: string; values: unknown[] } {
  const bound = parameters();
  const keys = ["time", ...query.dimensions.map((_, index) => `k${index}`)];
  const histograms = histogramsOf(query);
  const parts = [
    `part as not materialized (${rollupRows(query, bound)})`,
    `by_group as materialized (
      select ${keys.join(", ")}, ${sumsOf(query)
        .map((name) => `sum(${name}) as ${name}`)
        .join(", ")} from part group by ${keys.join(", ")})`,
    ...(query.groupLimit ? [rankGroups(query, bound)] : []),
    `summed as (
      select ${selectKeys(query)}, ${sumsOf(query)
        .map((name) => `sum(${name})::${typeOf(name)} as ${name}`)
        .join(", ")} from by_group ${placeJoin(query)} group by ${positions(keys)})`,
    ...histograms.flatMap((one) => percentiles(one, query, keys)),
  ];
  const joins = histograms.map((one) => `left join ${one} using (${keys.join(", ")})`).join(" ");
  const text = `with ${parts.join(",\n")}
    select ${outputs(query).join(", ")} from summed ${joins}
    order by ${ordering(query)} limit ${bound.add(query.limit)}::int`;
  return { text, values: bound.values };
}

const histogramsOf = ({ metrics }: AnalyticsQuery) =>
  HISTOGRAMS.filter((one) => metrics.some((metric) => timesOf(metric) === one));

function sourceOf(metric: Metric): MetricSource {
  return METRICS[metric];
}

function timesOf(metric: Metric) {
  const source = sourceOf(metric);
  return "times" in source ? source.times : undefined;
}

/** Returns the metric that ranks groups: the one that the query orders by if it is a sum, else the first sum. */
function rankingOf({ metrics, orderBy }: AnalyticsQuery): Metric {
  const candidates = [orderBy?.field, ...metrics].filter((field): field is Metric => !!field && field in METRICS);
  return candidates.find((metric) => "sums" in sourceOf(metric)) ?? "requests";
}

type Sum = "requests" | Summed["sums"][number];

/** Returns the sums that the statement needs, each once. */
function sumsOf(query: AnalyticsQuery): Sum[] {
  const sources = [...query.metrics, rankingOf(query)].map(sourceOf);
  return [...new Set<Sum>(["requests", ...sources.flatMap((source) => ("sums" in source ? source.sums : []))])];
}

const derivedSumsOf = (query: AnalyticsQuery) => sumsOf(query).filter(isDerived);

function isDerived(sum: Sum): sum is DerivedSum {
  return sum in DERIVED_SUMS;
}

const typeOf = (sum: string) => (sum === "seconds" ? "float8" : "bigint");

/** Returns the columns of the dimensions that the query is split or filtered by. */
function namedColumns({ dimensions, filters }: AnalyticsQuery) {
  return [...dimensions, ...filters.map(({ dimension }) => dimension)].map((name) => DIMENSIONS[name]);
}

/** Returns whether the query names a column that the roll-ups do not have. */
const readsLedger = (query: AnalyticsQuery) => namedColumns(query).some(isLedgerColumn);

function isLedgerColumn(column: string): column is LedgerColumn {
  return (LEDGER_COLUMNS as readonly string[]).includes(column);
}

function columnsOf(query: AnalyticsQuery): DimensionColumn[] {
  return [
    ...namedColumns(query).filter((column) => column !== "workspace_id" && !isLedgerColumn(column)),
    ...derivedSumsOf(query).map((sum) => DERIVED_SUMS[sum].column),
  ];
}

function seriesJoin(query: AnalyticsQuery): string {
  if (readsLedger(query)) return "cross join lateral (select c.*) s";
  return columnsOf(query).length > 0 ? "join rollup_series s on s.id = c.series_id" : "";
}

function rollupRows(query: AnalyticsQuery, bound: Parameters): string {
  const widest: Span = query.granularity === "minute" || query.granularity === "hour" ? query.granularity : "day";
  const found = piecesOf({ ...query, widest, grain: grainFor(columnsOf(query)) });
  const pieces = found.length > 0 ? found : [EMPTY];
  const workspaces = bound.add(query.workspaceIds);
  const sums = sumsOf(query).filter((name) => !isDerived(name));
  const splitsTags = query.dimensions.includes("tag");
  const source = readsLedger(query)
    ? ledgerAsRollup(
        { pieces, workspaces, sums, histograms: histogramsOf(query), splitsTags, filters: query.filters },
        bound,
      )
    : pieces.map((piece) => rowsOf(piece, workspaces, bound)).join(" union all ");
  const conditions = query.filters.map((filter) => conditionOf(filter, bound));
  // The roll-ups of rejected requests count no requests: in a query about those, their groups would be rows of zeros.
  if (!asksForRejections(query)) conditions.push("c.requests <> 0");
  const where = conditions.length > 0 ? `where ${conditions.join(" and ")}` : "";
  const time = query.granularity ? `date_trunc('${query.granularity}', c.bucket, 'UTC')` : "null::timestamptz";
  const keys = query.dimensions.map(
    (dimension, index) => `, coalesce(${columnOf(dimension)}::text, ${UNSET}) as k${index}`,
  );
  const derivedSums = derivedSumsOf(query).map((sum) => `, ${DERIVED_SUMS[sum].sql} as ${sum}`);
  return `select c.*, coalesce(${time}, 'epoch') as time${keys.join("")}${derivedSums.join("")} from (${source}) c ${seriesJoin(query)} ${where}`;
}

function asksForRejections({ metrics, dimensions, filters }: AnalyticsQuery): boolean {
  const names = [...metrics, ...dimensions, ...filters.map(({ dimension }) => dimension)];
  return names.some((name) => name === "rejected" || name === "rejection");
}

const EMPTY: Piece = { span: "day", grain: "total", from: 0, to: 0 };

function rowsOf({ grain, span, from, to }: Piece, workspaces: string, bound: Parameters): string {
  return `select * from rollup where grain = '${grain}' and span = '${span}' and workspace_id = any(${workspaces}::uuid[])
    and bucket >= ${bound.add(new Date(from))} and bucket < ${bound.add(new Date(to))}`;
}

/** Ranks every group by the ranking metric over the whole range. */
function rankGroups(query: AnalyticsQuery, bound: Parameters): string {
  const groups = query.dimensions.map((_, index) => `k${index}`).join(", ");
  const sums = sumsOf(query).map((name) => `sum(${name}) as ${name}`);
  const ranking = sourceOf(rankingOf(query)) as { sql: string };
  return `place as (
    select ${groups}, row_number() over (order by ${ranking.sql} desc nulls last, ${groups}) > ${bound.add(query.groupLimit)}::int as beyond
    from (select ${groups}, ${sums.join(", ")} from by_group group by ${groups}) as totals)`;
}

const placeJoin = ({ groupLimit, dimensions }: AnalyticsQuery) =>
  groupLimit ? `join place using (${dimensions.map((_, index) => `k${index}`).join(", ")})` : "";

/** Returns the time and group keys, with those of groups beyond the limit replaced. */
function selectKeys({ groupLimit, dimensions }: AnalyticsQuery): string {
  const keys = dimensions.map((_, index) =>
    groupLimit ? `case when beyond then ${OTHER} else k${index} end as k${index}` : `k${index}`,
  );
  return ["time", ...keys].join(", ");
}

const positions = (keys: string[]) => keys.map((_, index) => index + 1).join(", ");

function percentiles(histogram: (typeof HISTOGRAMS)[number], query: AnalyticsQuery, keys: string[]): string[] {
  const columns = query.metrics.flatMap((metric) => {
    const source = sourceOf(metric);
    if (!("times" in source) || source.times !== histogram) return [];
    return [`${VALUE_OF(`min(bin) filter (where upto * 100 >= total * ${source.percent})`)} as ${metric}`];
  });
  const groups = keys.join(", ");
  return [
    `${histogram}_bins as (
      select ${selectKeys(query)}, ${BIN_OF("entry")} as bin, sum(${COUNT_OF("entry")})::bigint as count
      from part cross join lateral unnest(${histogram}) as entry ${placeJoin(query)}
      group by ${positions([...keys, "bin"])})`,
    `${histogram}_running as (
      select *, sum(count) over (partition by ${groups} order by bin) as upto, sum(count) over (partition by ${groups}) as total
      from ${histogram}_bins)`,
    `${histogram} as (select ${groups}, ${columns.join(", ")} from ${histogram}_running group by ${groups})`,
  ];
}

function outputs(query: AnalyticsQuery): string[] {
  const groups = query.dimensions.map((dimension, index) => `${typedKey(dimension, `k${index}`)} as d${index}`);
  const metrics = query.metrics.map((metric) => {
    const source = sourceOf(metric);
    return "sums" in source ? `(${source.sql})::float8 as ${metric}` : metric;
  });
  const time = query.granularity ? "(extract(epoch from time) * 1000)::float8" : "null";
  const isOther = query.groupLimit && query.dimensions.length > 0 ? `k0 = ${OTHER}` : "false";
  return [`${time} as time`, `${isOther} as is_other`, ...groups, ...metrics];
}

/** Converts a group key to the dimension's own type. */
function typedKey(dimension: Dimension, key: string): string {
  const text = `nullif(nullif(${key}, ${UNSET}), ${OTHER})`;
  if (dimension === "status") return `${text}::int`;
  return dimension === "is_byok" || dimension === "streamed" ? `${text}::boolean` : text;
}

function ordering(query: AnalyticsQuery): string {
  const { orderBy, dimensions } = query;
  const field =
    orderBy &&
    (dimensions.includes(orderBy.field as Dimension)
      ? `d${dimensions.indexOf(orderBy.field as Dimension)}`
      : orderBy.field);
  const first = orderBy ? [`${field} ${orderBy.direction} nulls last`] : [];
  const groups = dimensions.map((_, index) => `d${index}`);
  return [...first, "time", "is_other", `${rankingOf(query)} desc nulls last`, ...groups].join(", ");
}
