import { isRecord } from "#lib/is-record.ts";
import type { Body } from "#server/dialects/dialect.ts";
import { snakeCase } from "#server/dialects/snake-case.ts";

/** Google sends these as text, since they are 64-bit numbers. */
const COUNTS = new Set(["minItems", "maxItems", "minLength", "maxLength", "minProperties", "maxProperties"]);
const MAPS = new Set(["properties", "$defs", "definitions"]);
/** Google reads the fields of its `Schema` in snake case too. */
const SNAKE: ReadonlyMap<string, string> = new Map(
  ["anyOf", "propertyOrdering", ...COUNTS].map((name) => [snakeCase(name), name] as const),
);
/** Only Google knows them. */
const OMITTED = new Set(["nullable", "propertyOrdering"]);

/** Returns Google's `Schema`, whose types are `STRING` and so on, as a JSON schema. A JSON schema stays as it is. */
export function jsonSchemaOf(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(jsonSchemaOf);
  if (!isRecord(schema)) return schema;
  const converted: Body = {};
  for (const [given, value] of Object.entries(schema)) {
    const key = SNAKE.get(given) ?? given;
    if (!OMITTED.has(key)) converted[key] = fieldOf(key, value);
  }
  if (schema.nullable === true && typeof converted.type === "string") converted.type = [converted.type, "null"];
  return converted;
}

/**
 * Returns the orders of properties in a schema, each in its place, for Google's `responseJsonSchema`; undefined if
 * there are none. Other providers reject the keyword.
 */
export function orderingOf(schema: unknown): Body | undefined {
  if (!isRecord(schema)) return undefined;
  const properties = isRecord(schema.properties) ? Object.entries(schema.properties) : [];
  const ordered = properties.flatMap(([name, inner]) => {
    const ordering = orderingOf(inner);
    return ordering ? [[name, ordering]] : [];
  });
  const items = orderingOf(schema.items);
  const order = schema.propertyOrdering ?? schema.property_ordering;
  const ordering = {
    ...(Array.isArray(order) && { propertyOrdering: order }),
    ...(ordered.length > 0 && { properties: Object.fromEntries(ordered) }),
    ...(items && { items }),
  };
  return Object.keys(ordering).length > 0 ? ordering : undefined;
}

function fieldOf(key: string, value: unknown): unknown {
  if (key === "type") return typeOf(value);
  if (COUNTS.has(key) && typeof value === "string") return Number(value);
  if (MAPS.has(key) && isRecord(value))
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, jsonSchemaOf(inner)]));
  return key === "enum" || key === "default" || key === "example" || key === "const" ? value : jsonSchemaOf(value);
}

function typeOf(type: unknown): unknown {
  if (Array.isArray(type)) return type.map(typeOf);
  return typeof type === "string" ? type.toLowerCase() : type;
}
