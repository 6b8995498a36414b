import { withNumbersOf } from "#server/json/exact-numbers.ts";
import { type Block, block, list } from "../exchange/json.ts";
import type { FieldNote } from "../requests/field-note.ts";
import { formatInstruction } from "../requests/format-instruction.ts";

/**
 * Returns a chat body for a provider that knows only `json_object`, with the schema in the system message: DeepSeek
 * rejects `json_schema` (https://github.com/llm-exe/llm-exe/issues/662), GLM ignores it
 * (https://docs.z.ai/guides/capabilities/struct-output).
 */
export function withSchemaInPrompt(body: Block, note: FieldNote): Block {
  if (block(body.response_format).type !== "json_schema") return body;
  note("response_format", "sent as json_object, with the schema in the prompt");
  return { ...withInstruction(body), response_format: { type: "json_object" } };
}

/**
 * Returns a chat body for a provider that rejects a JSON format in a request with tools: only the system message
 * describes the format.
 */
export function formatOrTools(body: Block, note: FieldNote): Block {
  const { type } = block(body.response_format);
  if ((type !== "json_schema" && type !== "json_object") || list(body.tools).length === 0) return body;
  note("response_format", "sent in the prompt (the provider takes no format together with tools)");
  const { response_format: _, ...rest } = withInstruction(body);
  return rest;
}

function withInstruction(body: Block): Block {
  const { json_schema: format } = block(body.response_format);
  const { schema = {}, description } = block(format);
  const text = format === undefined ? formatInstruction() : formatInstruction(schema, description);
  return { ...body, messages: withSystemText(list(body.messages), text) };
}

function withSystemText(messages: unknown[], text: string): unknown[] {
  const first = block(messages[0]);
  if (first.role !== "system") return [{ role: "system", content: text }, ...messages];
  const content = Array.isArray(first.content)
    ? [...first.content, { type: "text", text }]
    : `${first.content ?? ""}\n\n${text}`;
  return [withNumbersOf(first, { ...first, content }), ...messages.slice(1)];
}
