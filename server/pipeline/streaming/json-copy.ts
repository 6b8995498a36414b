import { withNumbersOf } from "#server/json/exact-numbers.ts";

/** Returns a deep copy of JSON data. */
export function jsonCopy<Value>(value: Value): Value {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return withNumbersOf(value, value.map(jsonCopy)) as Value;
  const fields = Object.entries(value).map(([key, inner]) => [key, jsonCopy(inner)]);
  return withNumbersOf(value, Object.fromEntries(fields)) as Value;
}
