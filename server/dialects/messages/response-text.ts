import { isRecord } from "#lib/is-record.ts";
import type { Body, ResponseText, ResponseTextReader } from "../dialect.ts";
import { recordsOf, textOf } from "../read-field.ts";

/** Reads the texts of messages and their events. */
export const responseText: ResponseTextReader = {
  reply: (response) => recordsOf(response.content).flatMap((block, index) => textsIn(block, index)),
  event(event) {
    if (event.type === "message_start" && isRecord(event.message)) return responseText.reply(event.message);
    if (event.type === "content_block_start" && isRecord(event.content_block)) {
      return textsIn(event.content_block, event.index);
    }
    return event.type === "content_block_delta" && isRecord(event.delta) ? pieceIn(event.delta, event.index) : [];
  },
};

const CALLS = new Set<unknown>(["tool_use", "server_tool_use", "mcp_tool_use"]);

function textsIn(block: Body, index: unknown): ResponseText[] {
  const channel = String(index);
  if (block.type === "thinking") return [{ channel, kind: "reasoning", text: textOf(block.thinking) ?? "" }];
  if (block.type === "text") return [{ channel, kind: "text", text: textOf(block.text) ?? "" }];
  if (!CALLS.has(block.type)) return [];
  const hasInput = isRecord(block.input) && Object.keys(block.input).length > 0;
  const name = textOf(block.name);
  return [{ channel, kind: "tool_call", text: hasInput ? JSON.stringify(block.input) : "", ...(name && { name }) }];
}

/** Reads a piece of the block with this index. */
function pieceIn(delta: Body, index: unknown): ResponseText[] {
  const channel = String(index);
  const text = textOf(delta.text) ?? textOf(delta.thinking) ?? textOf(delta.partial_json);
  if (!text) return [];
  const kind = delta.type === "thinking_delta" ? "reasoning" : delta.type === "text_delta" ? "text" : "tool_call";
  return [{ channel, kind, text }];
}
