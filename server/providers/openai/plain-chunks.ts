import { isRecord } from "#lib/is-record.ts";
import { parseJsonText } from "#server/json/shallow-json.ts";
import { type Block, block, list, tryParse } from "../exchange/json.ts";

/** Matches content in parts, and tool calls, which some servers send without an index. */
const MAY_CHANGE = /"content"\s*:\s*\[|"tool_calls"/;

/**
 * Returns a chat chunk in OpenAI's own form: the SDK package fails on content in parts (as Mistral sends it) and on
 * tool calls without an index.
 */
export function plainChunk(data: string): string {
  const event = MAY_CHANGE.test(data) ? tryParse(data, parseJsonText) : undefined;
  if (!isRecord(event)) return data;
  for (const choice of list(event.choices)) plainDelta(block(block(choice).delta));
  return JSON.stringify(event);
}

function plainDelta(delta: Block): void {
  for (const [place, call] of list(delta.tool_calls).entries()) {
    if (!isRecord(call)) continue;
    call.index ??= place;
    // A server may send an id alone.
    if (call.custom === undefined) call.function ??= {};
  }
  if (!Array.isArray(delta.content)) return;
  const parts = delta.content.map(block);
  delta.reasoning ??= textsIn(parts.flatMap(({ thinking }) => list(thinking).map(block)));
  delta.content = textsIn(parts.filter(({ type }) => type === "text"));
}

function textsIn(parts: Block[]): string {
  return parts.map(({ text }) => (typeof text === "string" ? text : "")).join("");
}
