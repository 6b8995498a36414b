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
 * Returns a filter as a condition on roll-up rows and their series; its values are parameters. Unset values pass only
 * with `includeUnset`.
 */
export function conditionOf({ dimension, operator, value, includeUnset }: Filter, bound: Parameters): string {
  if (dimension === "tag") return tagCondition(operator, [value].flat() as (string | null)[], includeUnset, bound);
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

/**
 * Returns a condition on the ledger's own column, so that its index is used. Every row that the filter selects meets
 * it. Undefined unless the filter names end users or sessions.
 */
export function ledgerConditionOf({ dimension, operator, value }: Filter, bound: Parameters): string | undefined {
  const values = [value].flat();
  const isForNames = (operator === "eq" || operator === "in") && !values.includes(null);
  if (!isForNames || (dimension !== "external_user" && dimension !== "session_id")) return undefined;
  return `${dimension} = any(${bound.add(values.map(String))}::text[])`;
}

/** A row has one of the tags, or none of them, whatever its other tags are. */
function tagCondition(operator: Operator, values: (string | null)[], includeUnset: boolean, bound: Parameters): string {
  const condition = hasAnyTag("s.tags", values, bound);
  if (operator === "eq" || operator === "in") return condition;
  if (values.includes(null)) return `not ${condition}`;
  return includeUnset ? `(s.tags is null or not ${condition})` : `not ${condition}`;
}

/**
 * Returns the condition that a row has one of these tags; null: that it has none. `tags` is the column. `&&` and `@>`
 * use the index of tags, and are not true for a row without tags.
 */
export function hasAnyTag(tags: string, values: readonly (string | null)[], bound: Parameters): string {
  const named = values.filter((value) => value !== null);
  const parts = named.length > 0 ? [`${tags} && ${bound.add(named)}::text[]`] : [];
  if (named.length < values.length) parts.push(`${tags} is null`);
  return parts.length === 1 ? (parts[0] as string) : `(${parts.join(" or ")})`;
}

/** Returns the condition that a row has this tag. */
export function hasTag(tag: string, bound: Parameters): string {
  return `tags @> array[${bound.add(tag)}]::text[]`;
}
