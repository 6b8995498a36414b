import type { Json } from "#components/playground/read-json.ts";
import { isRecord } from "#lib/is-record.ts";
import { parseJson } from "./tools-text.ts";

export const exampleSchema = `{
  "type": "object",
  "properties": {
    "summary": { "type": "string" },
    "tags": { "type": "array", "items": { "type": "string" } }
  },
  "required": ["summary", "tags"],
  "additionalProperties": false
}`;

/**
 * Reads the schema editor. An empty text means no schema; the top must be an object schema, as the providers require.
 */
export function readSchema(text: string): { schema?: Json; problem?: string } {
  if (text.trim() === "") return {};
  const parsed = parseJson(text);
  if ("problem" in parsed) return parsed;
  if (!isRecord(parsed.value)) return { problem: "The schema must be a JSON object." };
  if (parsed.value.type !== "object") return { problem: 'The schema must be of "type": "object".' };
  return { schema: parsed.value };
}
