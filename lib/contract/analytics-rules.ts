import type { z } from "zod";
import { DIMENSIONS, type Dimension, METRICS } from "./analytics-fields.ts";

type Filter = { field: Dimension; operator: string; value: unknown };

const ARRAY_OPERATORS = new Set(["in", "not_in"]);
const ORDER_OPERATORS = new Set(["gt", "gte", "lt", "lte"]);

/** Checks that a filter's operator fits its field, and its value fits both. */
export function checkFilter(filter: Filter, context: z.RefinementCtx): void {
  const problem = problemOf(filter);
  if (problem) context.addIssue({ code: "custom", path: [problem.key], message: problem.message });
}

function problemOf({ field, operator, value }: Filter): { key: string; message: string } | undefined {
  const { type } = DIMENSIONS[field];
  const isArray = Array.isArray(value);
  if (isArray !== ARRAY_OPERATORS.has(operator)) {
    return { key: "value", message: `${operator} requires ${isArray ? "one value" : "an array of values"}` };
  }
  const isOrder = ORDER_OPERATORS.has(operator);
  if (isOrder && type !== "number") return { key: "operator", message: `${operator} requires a numeric field` };
  const expectedType = type === "text" ? "string" : type;
  const fits = (one: unknown) => (one === null && !isOrder) || typeof one === expectedType;
  return [value].flat().every(fits) ? undefined : { key: "value", message: `${field} requires a ${expectedType}` };
}

type Query = {
  metrics: readonly string[];
  dimensions: readonly string[];
  granularity?: string | undefined;
  time_range?: { start: string; end: string } | undefined;
  order_by?: { field: string } | undefined;
  group_limit?: number | undefined;
};

/** Checks that the parts of a query fit each other. */
export function checkQuery(query: Query, context: z.RefinementCtx): void {
  const refuse = (path: string[], message: string) => context.addIssue({ code: "custom", path, message });
  const { metrics, dimensions, time_range: range, order_by: order } = query;
  for (const [name, values] of Object.entries({ metrics, dimensions })) {
    if (new Set(values).size < values.length) refuse([name], "Must not contain duplicates");
  }
  if (range && Date.parse(range.start) >= Date.parse(range.end))
    refuse(["time_range", "end"], "Must be after the start");
  if (query.group_limit !== undefined && dimensions.length === 0) refuse(["group_limit"], "Requires a dimension");
  const fields = [...metrics, ...dimensions, ...(query.granularity ? ["time"] : [])];
  if (order && !fields.includes(order.field)) {
    const known = order.field in METRICS || order.field in DIMENSIONS || order.field === "time";
    refuse(
      ["order_by", "field"],
      known ? "Must be part of the query" : "Must be a metric or dimension of the query, or time",
    );
  }
}
