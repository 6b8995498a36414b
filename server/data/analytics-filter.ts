import { columnOf } from "./analytics-fields.ts";
import type { Filter, Operator } from "./analytics-query.ts";

/** Values of a statement's placeholders, in order. */
export type Parameters = { values: unknown[]; add(value: unknown): string };

export function parameters(): Parameters {
  const values: unknown[] = [];
  return { values, add: (value) => `$${values.push(value)}` };
}

const COMPARISONS: Partial<Record<Operator, string>> = { gt: ">", gte: ">=", lt: "<", lte: "<=" };

/**
 * Returns a filter as a condition on cells and their series; its values are parameters. Unset values pass only with
 * `includeUnset`.
 */
export function conditionOf({ dimension, operator, value, includeUnset }: Filter, bound: Parameters): string {
  const column = columnOf(dimension);
  const comparison = COMPARISONS[operator];
  if (comparison) return `${column} ${comparison} ${bound.add(value)}::float8`;
  const values = [value].flat();
  const texts = values.filter((one) => one !== null).map(String);
  const isNamed = `${column}::text = any(${bound.add(texts)}::text[])`;
  if (operator === "eq" || operator === "in")
    return values.includes(null) ? `(${isNamed} or ${column} is null)` : isNamed;
  if (values.includes(null)) return `not ${isNamed} and ${column} is not null`;
  return includeUnset ? `(${column} is null or not ${isNamed})` : `not ${isNamed}`;
}
