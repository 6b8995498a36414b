import { isRecord } from "#lib/is-record.ts";
import type { Body } from "#server/dialects/dialect.ts";

const DEEPEST = 64;

/**
 * Returns whether a value has the shape of a JSON schema: types, required properties, items, constants and choices.
 * Other keywords are not checked; patterns could take too long.
 */
export function fitsSchema(value: unknown, schema: Body, depth = 0): boolean {
  if (depth > DEEPEST) return true;
  if (!hasType(value, schema.type)) return false;
  if (Array.isArray(schema.enum) && !schema.enum.some((one) => isSame(one, value))) return false;
  if ("const" in schema && !isSame(schema.const, value)) return false;
  const alternatives = [schema.anyOf, schema.oneOf].filter(Array.isArray);
  const fits = (some: unknown) => !isRecord(some) || fitsSchema(value, some, depth + 1);
  if (!alternatives.every((some) => some.some(fits))) return false;
  if (Array.isArray(value)) {
    const { items } = schema;
    return !isRecord(items) || value.every((item) => fitsSchema(item, items, depth + 1));
  }
  return !isRecord(value) || fitsProperties(value, schema, depth);
}

function fitsProperties(value: Body, { properties, required, additionalProperties }: Body, depth: number): boolean {
  if (Array.isArray(required) && !required.every((name) => Object.hasOwn(value, String(name)))) return false;
  if (!isRecord(properties)) return true;
  return Object.entries(value).every(([name, item]) => {
    const schema = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (schema === undefined) return additionalProperties !== false;
    return !isRecord(schema) || fitsSchema(item, schema, depth + 1);
  });
}

function hasType(value: unknown, type: unknown): boolean {
  if (type === undefined) return true;
  return [type].flat().some((one) => {
    switch (one) {
      case "object":
        return isRecord(value);
      case "array":
        return Array.isArray(value);
      case "null":
        return value === null;
      case "integer":
        return Number.isInteger(value);
      default:
        return typeof value === one;
    }
  });
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
