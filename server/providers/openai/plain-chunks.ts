import { parseJsonText } from "#server/json/shallow-json.ts";
import { type Block, block, isBlock, list, parsed } from "../exchange/json.ts";

/** Content in parts, or calls of tools, which some servers send without their place. */
const MAY_CHANGE = /"content"\s*:\s*\[|"tool_calls"/;

/**
 * Returns a chunk of chat completions in OpenAI's own form: the package gives an answer up for content in parts (as
 * Mistral sends it) and for calls without an index.
 */
export function plainChunk(data: string): string {
  const event = MAY_CHANGE.test(data) ? parsed(data, parseJsonText) : undefined;
  if (!isBlock(event)) return data;
  for (const choice of list(event.choices)) plainDelta(block(block(choice).delta));
  return JSON.stringify(event);
}

function plainDelta(delta: Block): void {
  for (const [place, call] of list(delta.tool_calls).entries()) if (isBlock(call)) call.index ??= place;
  if (!Array.isArray(delta.content)) return;
  const parts = delta.content.map(block);
  delta.reasoning ??= textsIn(parts.flatMap(({ thinking }) => list(thinking).map(block)));
  delta.content = textsIn(parts.filter(({ type }) => type === "text"));
}

function textsIn(parts: Block[]): string {
  return parts.map(({ text }) => (typeof text === "string" ? text : "")).join("");
}
