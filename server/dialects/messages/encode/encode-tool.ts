import type { LanguageModelV4StreamPart, LanguageModelV4ToolCall } from "@ai-sdk/provider";
import type { DialectEvent } from "#server/dialects/dialect.ts";
import { serverOf } from "#server/dialects/server-call.ts";
import type { Block, BlockQueue } from "./block-queue.ts";
import type { ReasoningEncoder } from "./encode-reasoning.ts";
import { encodeToolResult } from "./encode-tool-result.ts";

export type ToolEncoder = {
  encode(part: LanguageModelV4StreamPart): DialectEvent[];
  /** Returns whether the response asks the caller to run a tool. */
  called(): boolean;
};

type Call = { block: Block; streamed: boolean };
type InputStart = Extract<LanguageModelV4StreamPart, { type: "tool-input-start" }>;

/** Encodes tool calls: arguments are streamed as they arrive, or sent whole if there were no pieces. */
export function toolEncoder(queue: BlockQueue, reasoning: ReasoningEncoder): ToolEncoder {
  const calls = new Map<string, Call>();
  const sealed = new Set<string>();
  let called = false;

  function start(id: string, part: InputStart | LanguageModelV4ToolCall): DialectEvent[] {
    const server = serverOf(part.providerMetadata);
    const type = server ? "mcp_tool_use" : part.providerExecuted ? "server_tool_use" : "tool_use";
    called ||= type === "tool_use";
    const before = seal(id, part);
    const head = { type, id, name: part.toolName, ...(server && { server_name: server }) };
    const { block, events } = queue.open({ ...head, input: {} }, false);
    calls.set(id, { block, streamed: false });
    return [...before, ...events];
  }

  function seal(id: string, part: InputStart | LanguageModelV4ToolCall): DialectEvent[] {
    const events = sealed.has(id) ? [] : reasoning.sealCall(id, part.providerMetadata);
    if (events.length > 0) sealed.add(id);
    return events;
  }

  function input(id: string, json: string): DialectEvent[] {
    const call = calls.get(id);
    if (call === undefined || json === "") return [];
    call.streamed = true;
    return queue.delta(call.block, { type: "input_json_delta", partial_json: json });
  }

  /** Handles the whole call after its pieces; its input is only new if there were none. */
  function whole(part: LanguageModelV4ToolCall): DialectEvent[] {
    const id = part.toolCallId;
    const startEvents = calls.get(id) === undefined ? start(id, part) : [];
    const call = calls.get(id);
    if (call === undefined) return startEvents;
    const pieces = call.streamed ? [] : input(id, part.input);
    return [...startEvents, ...pieces, ...queue.close(call.block), ...seal(id, part)];
  }

  function end(id: string): DialectEvent[] {
    const call = calls.get(id);
    return call?.streamed ? queue.close(call.block) : [];
  }

  function encode(part: LanguageModelV4StreamPart): DialectEvent[] {
    switch (part.type) {
      case "tool-input-start":
        return part.inputEncoding === "text" ? [] : start(part.id, part);
      case "tool-input-delta":
        return input(part.id, part.delta);
      case "tool-input-end":
        return end(part.id);
      case "tool-call":
        return whole(part);
      case "tool-result":
        return encodeToolResult(part, queue);
      default:
        return [];
    }
  }

  return { encode, called: () => called };
}
