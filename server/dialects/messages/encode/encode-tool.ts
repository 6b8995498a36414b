import type { LanguageModelV4StreamPart, LanguageModelV4ToolCall, LanguageModelV4ToolResult } from "@ai-sdk/provider";
import type { Body, DialectEvent, EncodeContext } from "#server/dialects/dialect.ts";
import { parseJson } from "#server/dialects/parse-json.ts";
import { wrapInput } from "#server/dialects/request/flat-tools.ts";
import { serverOf } from "#server/dialects/server-call.ts";
import { searchId } from "../search-id.ts";
import type { Block, BlockQueue } from "./block-queue.ts";
import type { ReasoningEncoder } from "./encode-reasoning.ts";
import { encodeToolResult, isSearch } from "./encode-tool-result.ts";

export type ToolEncoder = {
  encode(part: LanguageModelV4StreamPart): DialectEvent[];
  /** Returns whether the response asks the caller to run a tool. */
  hasCalls(): boolean;
};

type Call = { block: Block; streamed: boolean };
type InputStart = Extract<LanguageModelV4StreamPart, { type: "tool-input-start" }>;

/** Encodes tool calls: arguments are streamed as they arrive, or sent whole if there were no pieces. */
export function toolEncoder(
  queue: BlockQueue,
  reasoning: ReasoningEncoder,
  { provider, dropped }: Pick<EncodeContext, "provider" | "dropped">,
): ToolEncoder {
  const calls = new Map<string, Call>();
  const sealedCalls = new Set<string>();
  let hasCalled = false;

  function start(id: string, part: InputStart | LanguageModelV4ToolCall): DialectEvent[] {
    const head = callHead(id, part, provider);
    hasCalled ||= head.type === "tool_use";
    const before = seal(id, part);
    const { block, events } = queue.open({ ...head, input: {} }, false);
    calls.set(id, { block, streamed: false });
    return [...before, ...events];
  }

  function seal(id: string, part: InputStart | LanguageModelV4ToolCall): DialectEvent[] {
    const events = sealedCalls.has(id) ? [] : reasoning.sealCall(id, part.providerMetadata);
    if (events.length > 0) sealedCalls.add(id);
    return events;
  }

  function sendInput(id: string, json: string): DialectEvent[] {
    const call = calls.get(id);
    if (call === undefined || json === "") return [];
    call.streamed = true;
    return queue.delta(call.block, { type: "input_json_delta", partial_json: json });
  }

  /** Ends a request after its pieces. Its input is sent only if there were no pieces. */
  function endWithCall(part: LanguageModelV4ToolCall): DialectEvent[] {
    const id = part.toolCallId;
    const startEvents = calls.get(id) === undefined ? start(id, part) : [];
    const call = calls.get(id);
    if (call === undefined) return startEvents;
    const pieces = call.streamed ? [] : sendInput(id, objectInput(part.input));
    return [...startEvents, ...pieces, ...queue.close(call.block), ...seal(id, part)];
  }

  function end(id: string): DialectEvent[] {
    const call = calls.get(id);
    return call?.streamed ? queue.close(call.block) : [];
  }

  /** Sends a result unless its call is in an earlier response, on which strict clients fail. */
  function sendResult(part: LanguageModelV4ToolResult): DialectEvent[] {
    if (calls.has(part.toolCallId) || isSearch(part.toolName)) return encodeToolResult(part, queue);
    dropped?.(`${part.toolName} result`);
    return [];
  }

  function encode(part: LanguageModelV4StreamPart): DialectEvent[] {
    switch (part.type) {
      case "tool-input-start":
        return part.inputEncoding === "text" ? [] : start(part.id, part);
      case "tool-input-delta":
        return sendInput(part.id, part.delta);
      case "tool-input-end":
        return end(part.id);
      case "tool-call":
        return endWithCall(part);
      case "tool-result":
        return sendResult(part);
      default:
        return [];
    }
  }

  return { encode, hasCalls: () => hasCalled };
}

/**
 * Returns the block of a request. Clients of the dialect know only Anthropic's own server tools and those of MCP
 * servers, so all other tools of a provider look like tools of an MCP server with its name.
 */
function callHead(id: string, part: InputStart | LanguageModelV4ToolCall, provider: string | undefined): Body {
  const { toolName: name, providerExecuted } = part;
  const server = serverOf(part.providerMetadata);
  if (server) return { type: "mcp_tool_use", id, name, server_name: server };
  if (!providerExecuted) return { type: "tool_use", id, name };
  if (isSearch(name)) return { type: "server_tool_use", id: searchId(id), name };
  // OpenAI's package adds a prefix to the tools of MCP servers.
  return { type: "mcp_tool_use", id, name: name.replace(/^mcp\./, ""), server_name: serverNameOf(provider) };
}

function serverNameOf(provider = "provider"): string {
  return provider.toLowerCase().replace(/[^a-z0-9]+/g, "-");
}

/** Returns a request's input as an object: the input of a custom tool is text, but the dialect has only objects. */
function objectInput(input: string): string {
  const value = parseJson(input);
  return typeof value === "string" ? wrapInput(value) : input;
}
