import type { JSONObject } from "@ai-sdk/provider";
import { parseJsonText } from "#server/json/shallow-json.ts";
import type { Body, DialectEvent } from "../dialect.ts";
import { fillMessage } from "./encode/complete.ts";
import { isObject } from "./shape.ts";

/**
 * Collects the events of a stream, from our encoder or Anthropic, into a non-streamed response. An `error` event
 * becomes the response. Without a `message_delta` the response keeps `stop_reason: null`.
 */
export function collect(events: DialectEvent[]): Body {
  const state: State = { response: emptyResponse(), content: [], json: [] };
  for (const { data } of events) {
    if (!isObject(data)) continue;
    if (data.type === "error") return data;
    apply(data, state);
  }
  // Skips indexes that no block had.
  const content = state.content.flatMap((block, index) => [finishBlock(block, state.json[index])]);
  const response = { ...state.response, content };
  fillMessage(response);
  return response;
}

/** `json`: the argument pieces so far of the block with the same index. */
type State = { response: Body; content: JSONObject[]; json: (string | undefined)[] };

function emptyResponse(): Body {
  const head = { id: "", type: "message", role: "assistant", model: "", content: [] };
  const end = { stop_reason: null, stop_sequence: null, stop_details: null };
  return { ...head, ...end, container: null, context_management: null, usage: {} };
}

function apply(event: JSONObject, state: State): void {
  switch (event.type) {
    case "message_start":
      if (isObject(event.message)) applyStart(event.message, state);
      break;
    case "content_block_start":
      if (typeof event.index === "number" && isObject(event.content_block)) {
        state.content[event.index] = startOf(event.content_block);
      }
      break;
    case "content_block_delta":
      if (typeof event.index === "number" && isObject(event.delta)) applyDelta(event.index, event.delta, state);
      break;
    case "message_delta":
      applyMessageDelta(event, state.response);
      break;
    case "message_stop": {
      const { type: _, ...trailer } = event;
      Object.assign(state.response, trailer);
    }
  }
}

function applyStart(message: JSONObject, state: State): void {
  Object.assign(state.response, definedFields(message));
  state.content = Array.isArray(message.content) ? message.content.filter(isObject) : [];
}

/** Leaves out null citations, which make strict clients reject the whole response. */
function startOf(block: JSONObject): JSONObject {
  const { citations, ...rest } = block;
  return citations === null || citations === undefined ? rest : { ...rest, citations };
}

function applyDelta(index: number, delta: JSONObject, state: State): void {
  const block = state.content[index] ?? unopened(delta);
  if (block === undefined) return;
  state.content[index] = block;
  switch (delta.type) {
    case "text_delta":
      block.text = appendText(block.text, delta.text);
      break;
    case "thinking_delta":
      block.thinking = appendText(block.thinking, delta.thinking);
      break;
    case "signature_delta":
      block.signature = delta.signature;
      break;
    case "compaction_delta":
      block.content = appendText(block.content, delta.content);
      break;
    case "citations_delta":
      block.citations = [...(Array.isArray(block.citations) ? block.citations : []), delta.citation ?? null];
      break;
    case "input_json_delta":
      state.json[index] = appendText(state.json[index], delta.partial_json);
  }
}

/** Returns the block of a delta whose start a server left out; undefined if only the start says what it is. */
function unopened({ type }: JSONObject): JSONObject | undefined {
  if (type === "text_delta") return { type: "text", text: "" };
  return type === "thinking_delta" ? { type: "thinking", thinking: "", signature: "" } : undefined;
}

function applyMessageDelta(event: JSONObject, response: Body): void {
  const { delta, usage, type: _, ...rest } = event;
  Object.assign(response, definedFields(rest), isObject(delta) ? definedFields(delta) : {});
  const before = isObject(response.usage) ? response.usage : {};
  response.usage = { ...before, ...(isObject(usage) ? definedFields(usage) : {}) };
}

function appendText(before: unknown, piece: unknown): string {
  return `${typeof before === "string" ? before : ""}${typeof piece === "string" ? piece : ""}`;
}

/** Leaves out null fields: later events use null or no field for unchanged values. */
function definedFields(fields: JSONObject): JSONObject {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null && value !== undefined));
}

function finishBlock(block: JSONObject, json: string | undefined): JSONObject {
  return json === undefined ? block : { ...block, input: parseInput(json) };
}

/**
 * Returns the parsed arguments. Truncated arguments, e.g. by `max_tokens`, stay visible under `INVALID_JSON`, the name
 * from Anthropic's guide.
 */
function parseInput(json: string): JSONObject {
  // A request without arguments has one empty piece.
  if (json === "") return {};
  try {
    const input = parseJsonText(json);
    return isObject(input) ? input : { INVALID_JSON: json };
  } catch {
    return { INVALID_JSON: json };
  }
}
