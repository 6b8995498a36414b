import { and, not, or, type SQL, sql } from "drizzle-orm";

export type ScimValue = string | number | boolean | null;
export type ScimComparison = "eq" | "ne" | "co" | "sw" | "ew" | "gt" | "ge" | "lt" | "le";

/** A directory's filter over fields whose SQL the caller of `conditionOf` knows. */
export type ScimCondition =
  | { kind: "and" | "or"; conditions: ScimCondition[] }
  | { kind: "not"; condition: ScimCondition }
  | { kind: "present"; field: string }
  | { kind: "compare"; field: string; comparison: ScimComparison; value: ScimValue };

/**
 * How to compare a field. `text` ignores case, as SCIM's attributes do by default; `exact` does not. `each` is a text
 * of several values, of which one must match: it wraps the comparison of its column.
 */
export type ScimField =
  | { type: "text" | "exact" | "boolean" | "time"; column: SQL }
  | { type: "each"; column: SQL; wrap(condition: SQL): SQL };

/** Returns the SQL of a filter; undefined for a comparison that a field's type does not have. */
export function conditionOf(condition: ScimCondition, fields: Record<string, ScimField>): SQL | undefined {
  if (condition.kind === "not") {
    const inner = conditionOf(condition.condition, fields);
    return inner && not(inner);
  }
  if ("conditions" in condition) {
    const parts = condition.conditions.map((one) => conditionOf(one, fields));
    if (parts.includes(undefined)) return undefined;
    return condition.kind === "and" ? and(...parts) : or(...parts);
  }
  // A field named `constructor` is none.
  const field = Object.hasOwn(fields, condition.field) ? fields[condition.field] : undefined;
  if (!field) return undefined;
  if (condition.kind === "present") {
    const isPresent = sql`${field.column} is not null`;
    return field.type === "each" ? field.wrap(isPresent) : isPresent;
  }
  const compared = compare(field, condition.comparison, condition.value);
  return compared && (field.type === "each" ? field.wrap(compared) : compared);
}

const ORDER = { gt: sql`>`, ge: sql`>=`, lt: sql`<`, le: sql`<=` };

function compare({ type, column }: ScimField, comparison: ScimComparison, value: ScimValue): SQL | undefined {
  if (value === null) {
    if (comparison === "eq") return sql`${column} is null`;
    return comparison === "ne" ? sql`${column} is not null` : undefined;
  }
  if (type === "boolean") {
    if (typeof value !== "boolean") return undefined;
    if (comparison === "eq") return sql`${column} = ${value}`;
    return comparison === "ne" ? sql`${column} <> ${value}` : undefined;
  }
  if (typeof value !== "string") return undefined;
  if (type === "time") return compareTime(column, comparison, value);
  const [left, right] = type === "exact" ? [column, sql`${value}`] : [sql`lower(${column})`, sql`lower(${value})`];
  switch (comparison) {
    case "eq":
      return sql`${left} = ${right}`;
    case "ne":
      return sql`${left} is distinct from ${right}`;
    case "co":
      return sql`strpos(${left}, ${right}) > 0`;
    case "sw":
      return sql`starts_with(${left}, ${right})`;
    case "ew":
      return sql`right(${left}, length(${right})) = ${right}`;
    default:
      return sql`${left} ${ORDER[comparison]} ${right}`;
  }
}

function compareTime(column: SQL, comparison: ScimComparison, value: string): SQL | undefined {
  const ms = Date.parse(value);
  const isStorable = Number.isFinite(ms) && ms > -62_135_596_800_000 && ms < 253_402_300_800_000;
  if (!isStorable) return undefined;
  const time = sql`${new Date(ms).toISOString()}::timestamptz`;
  // Responses have milliseconds, the database microseconds.
  const left = sql`date_trunc('milliseconds', ${column})`;
  if (comparison === "eq") return sql`${left} = ${time}`;
  if (comparison === "ne") return sql`${left} <> ${time}`;
  return comparison in ORDER ? sql`${left} ${ORDER[comparison as keyof typeof ORDER]} ${time}` : undefined;
}
