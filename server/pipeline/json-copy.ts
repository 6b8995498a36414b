/** A copy of JSON data that shares nothing with it but its strings. */
export function jsonCopy<Value>(value: Value): Value {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(jsonCopy) as Value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, jsonCopy(inner)])) as Value;
}
