import type { Body, EncodeContext } from "../dialect.ts";
import { type FlatTool, flatTools } from "../request/flat-tools.ts";
import { type Progress, responseObject } from "./encode/response-object.ts";

export type ItemStatus = "in_progress" | "completed" | "incomplete";

/** One output item in the making; `snapshot` renders it as far as it has come. */
export type Item = {
  id: string;
  index: number;
  done: boolean;
  snapshot(status: ItemStatus): Body;
};

/** The state of one reply: what was sent, and what waits to be taken. */
export type ReplyStream = {
  context: EncodeContext;
  events: Body[];
  items: Item[];
  sequence: number;
  /** The caller's tools that the upstream knows by another name or in another form. */
  tools: readonly FlatTool[];
};

export function replyStream(context: EncodeContext): ReplyStream {
  return { context, events: [], items: [], sequence: 0, tools: flatTools(context.request.tools) };
}

/** Adds an event. The first one is preceded by the two that open every response. */
export function emit(stream: ReplyStream, type: string, fields: Body): void {
  if (stream.sequence === 0) open(stream);
  push(stream, type, fields);
}

function open(stream: ReplyStream): void {
  const response = responseObject(stream.context, { status: "in_progress", output: [] });
  push(stream, "response.created", { response });
  push(stream, "response.in_progress", { response });
}

function push(stream: ReplyStream, type: string, fields: Body): void {
  stream.events.push({ type, sequence_number: stream.sequence++, ...fields });
}

export function addItem(stream: ReplyStream, prefix: string, snapshot: (id: string, status: ItemStatus) => Body): Item {
  const index = stream.items.length;
  const id = `${prefix}_${stream.context.id}_${index}`;
  const item: Item = { id, index, done: false, snapshot: (status) => snapshot(id, status) };
  stream.items.push(item);
  emit(stream, "response.output_item.added", { output_index: index, item: item.snapshot("in_progress") });
  return item;
}

export function finishItem(stream: ReplyStream, item: Item, status: ItemStatus): void {
  item.done = true;
  const rendered = item.snapshot(status);
  item.snapshot = () => rendered;
  emit(stream, "response.output_item.done", { output_index: item.index, item: rendered });
}

/** The last event of a reply that came to its end. */
export function endReply(stream: ReplyStream, type: string, progress: Omit<Progress, "output">): void {
  emit(stream, type, { response: lastResponse(stream, progress) });
}

/**
 * The last event of a reply that failed. It opens nothing: where nothing was sent through this stream,
 * the failure ends a response that somebody else opened, as an upstream that was passed through.
 */
export function failReply(stream: ReplyStream, error: Body): void {
  push(stream, "response.failed", { response: lastResponse(stream, { status: "failed", error }) });
}

/** What the context has to add goes into the response object. */
function lastResponse(stream: ReplyStream, progress: Omit<Progress, "output">): Body {
  const output = stream.items.map((item) => item.snapshot("incomplete"));
  return { ...responseObject(stream.context, { ...progress, output }), ...stream.context.trailer?.() };
}
