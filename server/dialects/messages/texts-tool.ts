import type { JSONObject } from "@ai-sdk/provider";
import type { TextSlot } from "../dialect.ts";
import { isObject } from "./shape.ts";
import { leafSlots, slot } from "./texts-slot.ts";

/** Descriptions and examples of the tools a body defines. */
export function toolTexts(tools: unknown, path: string): TextSlot[] {
  if (!Array.isArray(tools)) return [];
  return tools.flatMap((tool: unknown, index) => (isObject(tool) ? definitionTexts(tool, `${path}[${index}]`) : []));
}

export function definitionTexts(tool: JSONObject, path: string): TextSlot[] {
  return [
    ...slot(tool, "description", `${path}.description`, "definition"),
    ...schemaTexts(tool.input_schema, `${path}.input_schema`),
    ...leafSlots(tool, "input_examples", `${path}.input_examples`, "definition"),
  ];
}

/** Keywords whose values are data, not schemas: a `description` in there describes nothing. */
const DATA_KEYWORDS = ["default", "const", "enum", "examples", "required"];
/** Keywords whose values map names of the caller's choice to schemas. */
const MAP_KEYWORDS = ["properties", "patternProperties", "dependentSchemas", "$defs", "definitions"];

/** Titles and descriptions at any depth of a JSON schema. Names and allowed values are structure. */
export function schemaTexts(schema: unknown, path: string): TextSlot[] {
  if (Array.isArray(schema)) return schema.flatMap((item, index) => schemaTexts(item, `${path}[${index}]`));
  if (!isObject(schema)) return [];
  const own = ["title", "description"].flatMap((key) => slot(schema, key, `${path}.${key}`, "definition"));
  return [...own, ...Object.entries(schema).flatMap(([key, value]) => keywordTexts(key, value, `${path}.${key}`))];
}

function keywordTexts(keyword: string, value: unknown, path: string): TextSlot[] {
  if (DATA_KEYWORDS.includes(keyword)) return [];
  if (!MAP_KEYWORDS.includes(keyword) || !isObject(value)) return schemaTexts(value, path);
  return Object.entries(value).flatMap(([name, schema]) => schemaTexts(schema, `${path}.${name}`));
}
