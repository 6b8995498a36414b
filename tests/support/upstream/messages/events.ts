import type { WireEvent } from "../endpoint.ts";
import type { Reply } from "../text/endpoint.ts";
import { argumentPieces, wordPieces } from "../text/pieces.ts";
import { type Block, blocksOf } from "./blocks.ts";
import { endOf, finalUsage, openingMessage } from "./message.ts";

type Typed = Record<string, unknown> & { type: string };

/** Returns the events of one message, with a ping after the start of the first block. */
export function eventsOf(reply: Reply): WireEvent[] {
  const blocks = blocksOf(reply).flatMap((block, index) => blockEvents(block, index));
  const events: Typed[] = [
    { type: "message_start", message: openingMessage(reply) },
    ...blocks.slice(0, 1),
    { type: "ping" },
    ...blocks.slice(1),
    { type: "message_delta", delta: endOf(reply), ...(reply.usage && { usage: finalUsage(reply) }) },
    { type: "message_stop" },
  ];
  return events.map(wireEvent);
}

/** Creates an event. Anthropic names each event by the type in its data. */
export function wireEvent(data: Typed): WireEvent {
  return { event: data.type, data };
}

function blockEvents(block: Block, index: number): Typed[] {
  return [
    { type: "content_block_start", index, content_block: withoutContent(block) },
    ...deltasOf(block).map((delta) => ({ type: "content_block_delta", index, delta })),
    { type: "content_block_stop", index },
  ];
}

/** Returns a block as it starts in a stream: empty, except that results of the provider's tools come whole. */
function withoutContent(block: Block): Block {
  if (block.type === "text") return { type: "text", text: "" };
  if (block.type === "thinking") return { type: "thinking", thinking: "", signature: "" };
  return "input" in block ? { ...block, input: {} } : block;
}

function deltasOf(block: Block): Typed[] {
  switch (block.type) {
    case "text":
      return [
        ...wordPieces(String(block.text)).map((text) => ({ type: "text_delta", text })),
        ...((block.citations ?? []) as object[]).map((citation) => ({ type: "citations_delta", citation })),
      ];
    case "thinking":
      return [
        ...wordPieces(String(block.thinking)).map((thinking) => ({ type: "thinking_delta", thinking })),
        { type: "signature_delta", signature: block.signature },
      ];
    case "tool_use":
    case "server_tool_use":
      return ["", ...argumentPieces(JSON.stringify(block.input))].map((partial_json) => ({
        type: "input_json_delta",
        partial_json,
      }));
    default:
      return [];
  }
}
