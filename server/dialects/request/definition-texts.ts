import { isRecord } from "#lib/is-record.ts";
import type { Body, TextSlot } from "../dialect.ts";
import { keySlot, leavesAt, PLAIN_NAME, slotAt } from "../text-slots.ts";

/** Returns slots for the texts of `tools`: descriptions, and everything in schemas that a model reads. */
export function toolTexts(tools: unknown, path: string): TextSlot[] {
  if (!Array.isArray(tools)) return [];
  return tools.flatMap((tool, index) => (isRecord(tool) ? toolText(tool, `${path}[${index}]`) : []));
}

/** Returns slots for what a model reads in the JSON schema `container[key]`. */
export function schemaTexts(container: Body, key: string, path: string): TextSlot[] {
  const schema = container[key];
  if (Array.isArray(schema)) {
    return schema.flatMap((item, index) => schemaTexts({ item }, "item", `${path}[${index}]`));
  }
  if (!isRecord(schema)) return [];
  return Object.keys(schema).flatMap((name) => {
    const place = `${path}.${name}`;
    if (prose.has(name)) return slotAt(schema, name, place, "definition");
    if (values.has(name) || isOfNoSchema(name, schema[name])) return leavesAt(schema, name, place, "definition");
    if (formalKeywords.has(name)) return oddValues(schema, name, place);
    return schemaMaps.has(name) ? namedSchemas(schema, name, place) : schemaTexts(schema, name, place);
  });
}

const prose: ReadonlySet<string> = new Set(["description", "title", "$comment"]);
const values: ReadonlySet<string> = new Set(["enum", "const", "default", "examples"]);

/** Returns whether a field is text that no schema keyword has, or a pattern: a model reads both. */
function isOfNoSchema(name: string, value: unknown): boolean {
  if (formalKeywords.has(name)) return false;
  return typeof value === "string" || (Array.isArray(value) && value.some((item) => typeof item === "string"));
}

const formalKeywords: ReadonlySet<string> = new Set([
  ...["type", "format", "required", "propertyOrdering", "contentEncoding", "contentMediaType"],
  ...["$ref", "$schema", "$id", "$anchor", "$dynamicRef", "$dynamicAnchor", "$vocabulary"],
]);

/**
 * Returns slots for the values of a formal keyword that are no names of a type, a format or a property: a model reads
 * them with the rest of the schema. References are read only if they look like text.
 */
function oddValues(schema: Body, name: string, path: string): TextSlot[] {
  const properties = isRecord(schema.properties) ? schema.properties : {};
  const isFormal = (value: string) =>
    name.startsWith("$") ? !/[\s@]/.test(value) : PLAIN_NAME.test(value) || Object.hasOwn(properties, value);
  return leavesAt(schema, name, path, "definition").filter(({ text }) => !isFormal(text));
}

/** Keys whose object maps arbitrary names to schemas. */
const schemaMaps: ReadonlySet<string> = new Set([
  "properties",
  "patternProperties",
  "dependentSchemas",
  "$defs",
  "definitions",
]);

/**
 * Returns slots for the texts and names in a map of schemas. Names come last, so that schemas can still be found by
 * them; plain names are structure.
 */
function namedSchemas(schema: Body, key: string, path: string): TextSlot[] {
  const schemas = schema[key];
  if (!isRecord(schemas)) return [];
  const names = Object.keys(schemas);
  const odd = names.filter((name) => !PLAIN_NAME.test(name));
  return [
    ...names.flatMap((name) => schemaTexts(schemas, name, `${path}.${name}`)),
    ...odd.map((name) => keySlot(schemas, name, path, "definition", (next) => renameRequired(schema, name, next))),
  ];
}

/** Renames a required property, because a schema lists the required names separately. */
function renameRequired({ required }: Body, name: string, replacement: string): void {
  if (Array.isArray(required)) for (const [at, one] of required.entries()) if (one === name) required[at] = replacement;
}

/** Fields that define how a grammar, a location or a filter is read. */
export const formal: ReadonlySet<string> = new Set(["type", "syntax", "key"]);

function toolText(tool: Body, path: string): TextSlot[] {
  const nested = [tool.function, tool.custom].flatMap((inner, index) =>
    isRecord(inner) ? toolText(inner, `${path}.${index === 0 ? "function" : "custom"}`) : [],
  );
  return [
    ...slotAt(tool, "description", `${path}.description`, "definition"),
    ...slotAt(tool, "server_description", `${path}.server_description`, "definition"),
    ...schemaTexts(tool, "parameters", `${path}.parameters`),
    ...leavesAt(tool, "format", `${path}.format`, "definition", formal),
    ...leavesAt(tool, "user_location", `${path}.user_location`, "definition", formal),
    ...leavesAt(tool, "filters", `${path}.filters`, "definition", formal),
    ...leavesAt(tool, "google", `${path}.google`, "definition"),
    ...nested,
    ...toolTexts(tool.tools, `${path}.tools`),
  ];
}
