import type { LanguageModelV4File, LanguageModelV4ToolCall } from "@ai-sdk/provider";
import { isRecord } from "#lib/is-record.ts";
import { parseJson } from "#server/dialects/parse-json.ts";
import { textOf } from "#server/dialects/read-field.ts";
import { type FlatTool, unwrapInput } from "#server/dialects/request/flat-tools.ts";
import { isWebSearch } from "#server/dialects/request/web-search-tool.ts";
import { addItem, emit, finishItem, type Item, type ItemStatus, type ResponseStream } from "../response-stream.ts";

export type CallItem = {
  item: Item;
  input: string;
  name: string;
  /**
   * True if the upstream's pieces have another form than the caller's input, so that they are held until the request is
   * complete.
   */
  isText: boolean;
  /** The caller's tool is a custom one with text input. */
  isCustom: boolean;
  /** The caller's tool is its search for tools: the arguments are an object, which is sent whole. */
  isSearch: boolean;
};

/**
 * Adds a call item. `name`: the upstream's name of the tool. `tools`: the caller's tools that it knows under another
 * name or form.
 */
export function addCall(
  stream: ResponseStream,
  callId: string,
  name: string,
  isText: boolean,
  tools: readonly FlatTool[] = [],
): CallItem {
  const ownTool = tools.find(({ flatName }) => flatName === name) ?? { name, isCustom: false };
  const { isCustom } = ownTool;
  const isSearch = "isSearch" in ownTool;
  const isHeld = isText || isCustom || isSearch;
  const call: Omit<CallItem, "item"> = { input: "", name: ownTool.name, isText: isHeld, isCustom, isSearch };
  if (isSearch) return Object.assign(call, { item: addSearchItem(stream, callId, call) });
  const tool = { name: ownTool.name, ...("namespace" in ownTool && { namespace: ownTool.namespace }) };
  const item = addItem(stream, isCustom ? "ctc" : "fc", (id, status) => {
    const head = { id, call_id: callId, ...tool };
    return isCustom
      ? { type: "custom_tool_call", ...head, input: call.input, status }
      : { type: "function_call", ...head, arguments: call.input, status };
  });
  return Object.assign(call, { item });
}

function addSearchItem(stream: ResponseStream, callId: string, call: Omit<CallItem, "item">): Item {
  return addItem(stream, "tsc", (id, status) => ({
    type: "tool_search_call",
    id,
    call_id: callId,
    execution: "client",
    arguments: call.input === "" ? {} : (parseJson(call.input) ?? call.input),
    status,
  }));
}

export function addInput(stream: ResponseStream, call: CallItem, delta: string): void {
  if (call.isText || delta === "") return;
  call.input += delta;
  emit(stream, `${stemOf(call)}.delta`, {
    item_id: call.item.id,
    output_index: call.item.index,
    delta,
  });
}

/**
 * Sends the rest of the input and ends the request. `input`: the whole input; for a completed request
 * without input, `{}` is sent, because clients parse it.
 */
export function finishCall(stream: ResponseStream, call: CallItem, status: ItemStatus, input = call.input): void {
  if (call.isSearch) {
    call.input = input;
    finishItem(stream, call.item, status);
    return;
  }
  call.isText = false;
  const whole = call.isCustom ? unwrapInput(input) : input || (status === "completed" ? "{}" : "");
  if (whole.startsWith(call.input)) addInput(stream, call, whole.slice(call.input.length));
  const place = { item_id: call.item.id, output_index: call.item.index };
  const inputFields = call.isCustom ? { input: call.input } : { name: call.name, arguments: call.input };
  emit(stream, `${stemOf(call)}.done`, { ...place, ...inputFields });
  finishItem(stream, call.item, status);
}

function stemOf({ isCustom }: CallItem): string {
  return isCustom ? "response.custom_tool_call_input" : "response.function_call_arguments";
}

/** Adds a search that the provider ran; other server tools appear only in the text. */
export function addSearch(stream: ResponseStream, call: LanguageModelV4ToolCall): void {
  if (!isWebSearch(call.toolName) && call.toolName !== "google_search") {
    stream.context.dropped?.(`${call.toolName} call`);
    return;
  }
  const input = parseJson(call.input);
  const query = (isRecord(input) && textOf(input.query)) || "";
  const item = addItem(stream, "ws", (id, status) => ({
    type: "web_search_call",
    id,
    status,
    action: { type: "search", query },
  }));
  for (const step of ["in_progress", "searching", "completed"]) {
    emit(stream, `response.web_search_call.${step}`, { item_id: item.id, output_index: item.index });
  }
  finishItem(stream, item, "completed");
}

/** Adds an image that the model generated. */
export function addImage(stream: ResponseStream, file: LanguageModelV4File): void {
  if (!file.mediaType.startsWith("image/") || file.data.type !== "data") {
    stream.context.dropped?.(file.mediaType);
    return;
  }
  const { data } = file.data;
  const result = typeof data === "string" ? data : Buffer.from(data).toString("base64");
  const item = addItem(stream, "ig", (id, status) => ({
    type: "image_generation_call",
    id,
    status,
    result: status === "in_progress" ? null : result,
  }));
  const place = { item_id: item.id, output_index: item.index };
  for (const step of ["in_progress", "generating", "completed"]) {
    emit(stream, `response.image_generation_call.${step}`, place);
  }
  finishItem(stream, item, "completed");
}
