import type { Body, EncodeContext } from "../dialect.ts";
import type { FlatTool } from "../request/flat-tools.ts";
import { flatToolsOf } from "../request/loaded-tools.ts";
import { type Progress, responseObject } from "./encode/response-object.ts";

export type ItemStatus = "in_progress" | "completed" | "incomplete";

/** One unfinished output item; `snapshot` returns it in its current state. */
export type Item = {
  id: string;
  index: number;
  done: boolean;
  snapshot(status: ItemStatus): Body;
};

/** The state of one response: the parts that were sent, and the events that were not sent yet. */
export type ResponseStream = {
  context: EncodeContext;
  events: Body[];
  items: Item[];
  sequence: number;
  /** The caller's tools that the upstream knows under another name or form. */
  tools: readonly FlatTool[];
};

export function responseStream(context: EncodeContext): ResponseStream {
  return { context, events: [], items: [], sequence: 0, tools: flatToolsOf(context.request) };
}

/** Adds an event. Before the first one, adds the two events that open every response. */
export function emit(stream: ResponseStream, type: string, fields: Body): void {
  if (stream.sequence === 0) openResponse(stream);
  push(stream, type, fields);
}

function openResponse(stream: ResponseStream): void {
  const response = responseObject(stream.context, { status: "in_progress", output: [] });
  push(stream, "response.created", { response });
  push(stream, "response.in_progress", { response });
}

function push(stream: ResponseStream, type: string, fields: Body): void {
  stream.events.push({ type, sequence_number: stream.sequence++, ...fields });
}

export function addItem(
  stream: ResponseStream,
  prefix: string,
  snapshot: (id: string, status: ItemStatus) => Body,
): Item {
  const index = stream.items.length;
  const id = `${prefix}_${stream.context.id}_${index}`;
  const item: Item = { id, index, done: false, snapshot: (status) => snapshot(id, status) };
  stream.items.push(item);
  emit(stream, "response.output_item.added", { output_index: index, item: item.snapshot("in_progress") });
  return item;
}

export function finishItem(stream: ResponseStream, item: Item, status: ItemStatus): void {
  item.done = true;
  const rendered = item.snapshot(status);
  item.snapshot = () => rendered;
  emit(stream, "response.output_item.done", { output_index: item.index, item: rendered });
}

/** Adds the last event of a response that ended properly. */
export function endResponse(stream: ResponseStream, type: string, progress: Omit<Progress, "output">): void {
  emit(stream, type, { response: lastResponse(stream, progress) });
}

/**
 * Adds the last event of a failed response. It does not open a response: if this stream has sent nothing, the failure
 * ends a response that another source opened, such as a native upstream.
 */
export function failResponse(stream: ResponseStream, error: Body): void {
  push(stream, "response.failed", { response: lastResponse(stream, { status: "failed", error }) });
}

/** Adds the context's extra fields to the response object. */
function lastResponse(stream: ResponseStream, progress: Omit<Progress, "output">): Body {
  const output = stream.items.map((item) => item.snapshot("incomplete"));
  return { ...responseObject(stream.context, { ...progress, output }), ...stream.context.trailer?.() };
}
