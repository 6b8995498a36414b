import type { JSONObject } from "@ai-sdk/provider";
import type { Body, Observation } from "../dialect.ts";
import { emptyResponse } from "../stream-failure.ts";
import { errorStatus } from "./error-status.ts";
import { isObject } from "./shape.ts";

/** Reads one event of Anthropic's stream. Leaves out null usage fields, so that merging never erases a number. */
export function observeEvent(event: Body): Observation {
  switch (event.type) {
    case "message_start":
      return isObject(event.message) ? observeStart(event.message) : {};
    case "content_block_start":
      return isObject(event.content_block) ? observeBlock(event.content_block) : {};
    case "content_block_delta":
      return isObject(event.delta) ? observeDelta(event.delta) : {};
    case "message_delta":
      return observeEnd(isObject(event.delta) ? event.delta : {}, event.usage);
    case "message_stop":
      return { end: true };
    case "error":
      return observeError(event);
    default:
      // DeepSeek's errors have OpenAI's form, without a type.
      return event.type === undefined && isObject(event.error) ? observeError(event) : {};
  }
}

/** Reads Anthropic's whole response. */
export function observeResponse(response: Body): Observation {
  if (response.type === "error" || isObject(response.error)) return observeError(response);
  if (!Array.isArray(response.content)) return { error: emptyResponse(response) };
  return { ...observeMessage(response), ...observeEnd(response, response.usage), end: true };
}

/** Reads the start of a stream. Its output count is a placeholder: https://docs.claude.com/en/api/messages-streaming */
function observeStart({ usage, ...message }: JSONObject): Observation {
  if (!isObject(usage)) return observeMessage(message);
  const { output_tokens: _, ...counted } = usage;
  return observeMessage({ ...message, usage: counted });
}

function observeMessage(message: Body): Observation {
  const blocks = Array.isArray(message.content) ? message.content.filter(isObject).map(observeBlock) : [];
  const text = blocks.map((block) => block.text ?? "").join("");
  const toolCalls = blocks.filter((block) => block.toolCalls).length;
  return {
    ...(typeof message.id === "string" && { id: message.id }),
    ...(typeof message.model === "string" && { model: message.model }),
    ...(blocks.some(({ content }) => content) && { content: true }),
    ...(toolCalls > 0 && { toolCalls }),
    ...(text !== "" && { text }),
    ...observeEnd({}, message.usage),
  };
}

/** Reads the start of a block. It counts as content unless it is an empty text or thinking block. */
function observeBlock(block: JSONObject): Observation {
  if (block.type === "text") return contentOf(block.text);
  if (block.type === "thinking") return contentOf(block.thinking);
  if (block.type === "compaction") return contentOf(block.content);
  const input = isObject(block.input) && Object.keys(block.input).length > 0 ? JSON.stringify(block.input) : "";
  const isCall = typeof block.type === "string" && CALL.test(block.type);
  return { content: true, ...(isCall && { toolCalls: 1 }), ...(input !== "" && { text: input }) };
}

/** `tool_use`, and `server_tool_use` and `mcp_tool_use` of tools that the provider runs. */
const CALL = /^(?:\w+_)?tool_use$/;

function observeDelta(delta: JSONObject): Observation {
  switch (delta.type) {
    case "text_delta":
      return contentOf(delta.text);
    case "thinking_delta":
      return contentOf(delta.thinking);
    case "input_json_delta":
      return contentOf(delta.partial_json);
    case "compaction_delta":
      return contentOf(delta.content);
    default:
      return {};
  }
}

function contentOf(text: unknown): Observation {
  return typeof text === "string" && text !== "" ? { content: true, text } : {};
}

function observeEnd(delta: Body, usage: unknown): Observation {
  return {
    ...(typeof delta.stop_reason === "string" && { finish: delta.stop_reason }),
    ...(isObject(usage) && { usage: withoutNull(usage) }),
  };
}

function withoutNull(usage: JSONObject): JSONObject {
  return Object.fromEntries(Object.entries(usage).filter(([, value]) => value !== null));
}

function observeError(event: Body): Observation {
  const error: JSONObject = isObject(event.error) ? event.error : {};
  const message = typeof error.message === "string" ? error.message : "The provider reported an error";
  return { error: { status: errorStatus(error.type), message, raw: event } };
}
