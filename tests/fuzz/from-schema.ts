import { z } from "zod";
import { hostileNumber, hostileText, hostileValue } from "./hostile.ts";
import type { Random } from "./random.ts";

type Schema = {
  $ref?: string;
  $defs?: Record<string, Schema>;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  prefixItems?: Schema[];
  minItems?: number;
  maxItems?: number;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  format?: string;
};

/** The value for a text or number field of this name; undefined: any value that fits its schema. */
export type ByName = (name: string) => unknown;

const schemas = new WeakMap<z.ZodType, Schema>();

/** A value that fits a schema of the contract, or nearly; `wildness`, 0 to 1, is how far it may deviate. */
export function sampleOf(type: z.ZodType, random: Random, byName: ByName, wildness: number): unknown {
  const known = schemas.get(type);
  const schema = known ?? (z.toJSONSchema(type, { io: "input", unrepresentable: "any" }) as Schema);
  schemas.set(type, schema);
  return build(schema, { root: schema, random, byName, wildness }, "", 0);
}

type Building = { root: Schema; random: Random; byName: ByName; wildness: number };

const DEEPEST = 7;

function build(schema: Schema, building: Building, name: string, depth: number): unknown {
  const { root, random, byName, wildness } = building;
  if (schema.$ref) {
    const found = schema.$ref === "#" ? root : root.$defs?.[schema.$ref.split("/").at(-1) as string];
    return build(found ?? {}, building, name, depth + 1);
  }
  const named = random.chance(0.9) ? byName(name) : undefined;
  if (named !== undefined) return named;
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return random.pick(schema.enum);
  const branches = schema.anyOf ?? schema.oneOf;
  if (branches) return build(random.pick(branches), building, name, depth + 1);
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map((one) => build(one, building, name, depth + 1)));
  if (schema.default !== undefined && random.chance(0.3)) return schema.default;
  const type = Array.isArray(schema.type) ? random.pick(schema.type) : schema.type;
  if (type === "object") return recordOf(schema, building, depth);
  if (type === "array") return listOf(schema, building, name, depth);
  if (type === "string") return textOf(schema, random, wildness);
  if (type === "number" || type === "integer") return numberOf(schema, random, wildness, type === "integer");
  if (type === "boolean") return random.chance(0.5);
  if (type === "null") return null;
  return random.chance(wildness) ? hostileValue(random, depth) : "some text";
}

function recordOf(schema: Schema, building: Building, depth: number): Record<string, unknown> {
  const record: Record<string, unknown> = {};
  const optional = 0.08 + 0.3 * building.wildness;
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    const isWanted =
      schema.required?.includes(name) ||
      (name === "model" && building.random.chance(0.9)) ||
      (depth < DEEPEST && building.random.chance(optional));
    if (isWanted) record[name] = build(field, building, name, depth + 1);
  }
  return record;
}

function listOf(
  { items, prefixItems, minItems = 0, maxItems = 3 }: Schema,
  building: Building,
  name: string,
  depth: number,
) {
  if (prefixItems) return prefixItems.map((item) => build(item, building, name, depth + 1));
  const most = depth >= DEEPEST ? minItems : Math.max(minItems, Math.min(maxItems, 3));
  const length = minItems + building.random.below(most - minItems + 1);
  // A special value for the whole list does not apply to its items; ids in a list have the singular name.
  const itemName = name.endsWith("s") ? name.replace(/e?s$/, "") : "";
  return Array.from({ length: Math.min(length, 50) }, () => build(items ?? {}, building, itemName, depth + 1));
}

const FORMATS: Record<string, string> = {
  "date-time": "2026-11-20T10:00:00Z",
  date: "2026-11-20",
  uuid: "00000000-0000-4000-8000-000000000000",
  uri: "https://receiver.invalid/hook",
  email: "someone@example.com",
};

function textOf({ minLength = 0, maxLength = 100, format }: Schema, random: Random, wildness: number): string {
  const known = format && FORMATS[format];
  if (known) return random.chance(wildness) ? hostileText(random) : known;
  if (random.chance(wildness)) return hostileText(random);
  return "some words of a text "
    .repeat(Math.ceil(minLength / 20) || 1)
    .slice(0, Math.max(minLength, Math.min(maxLength, 20)));
}

function numberOf(
  { minimum = 0, maximum = 100 }: Schema,
  random: Random,
  wildness: number,
  isInteger: boolean,
): number {
  if (random.chance(wildness)) return hostileNumber(random);
  const most = Math.min(maximum, minimum + 100);
  const value = minimum + random.below(100) * ((most - minimum) / 100);
  return isInteger ? Math.round(value) : value;
}
