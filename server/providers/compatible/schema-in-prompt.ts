import { withNumbersOf } from "#server/json/exact-numbers.ts";
import { type Block, block, list } from "../exchange/json.ts";
import type { FieldNote } from "../requests/field-note.ts";

/**
 * Returns a chat body for a provider that knows only `json_object`, with the schema in the system message: DeepSeek
 * rejects `json_schema` (https://github.com/llm-exe/llm-exe/issues/662), GLM ignores it
 * (https://docs.z.ai/guides/capabilities/struct-output).
 */
export function withSchemaInPrompt(body: Block, note: FieldNote): Block {
  const { type, json_schema: format } = block(body.response_format);
  if (type !== "json_schema") return body;
  note("response_format", "sent as json_object, with the schema in the prompt");
  const { schema, description } = block(format);
  const described = typeof description === "string" ? `${description}\n` : "";
  const text = `Respond with JSON only, which matches this JSON schema:\n${described}${JSON.stringify(schema ?? {})}`;
  return { ...body, response_format: { type: "json_object" }, messages: withInstruction(list(body.messages), text) };
}

function withInstruction(messages: unknown[], text: string): unknown[] {
  const first = block(messages[0]);
  if (first.role !== "system") return [{ role: "system", content: text }, ...messages];
  const content = Array.isArray(first.content)
    ? [...first.content, { type: "text", text }]
    : `${first.content ?? ""}\n\n${text}`;
  return [withNumbersOf(first, { ...first, content }), ...messages.slice(1)];
}
