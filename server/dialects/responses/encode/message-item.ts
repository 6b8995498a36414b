import type { LanguageModelV4Citation, LanguageModelV4Source } from "@ai-sdk/provider";
import type { Body } from "#server/dialects/dialect.ts";
import { omitUndefined } from "#server/dialects/read-field.ts";
import { addItem, emit, finishItem, type Item, type ItemStatus, type ResponseStream } from "../response-stream.ts";

/** A message with one text and its sources. */
export type MessageItem = { item: Item; text: string; annotations: Body[]; cited: Set<string> };

export function addMessage(stream: ResponseStream): MessageItem {
  const message: Omit<MessageItem, "item"> = { text: "", annotations: [], cited: new Set() };
  const item = addItem(stream, "msg", (id, status) => ({
    type: "message",
    id,
    status,
    role: "assistant",
    content: status === "in_progress" ? [] : [textPart(message)],
  }));
  emit(stream, "response.content_part.added", { ...place(item), part: textPart(message) });
  return Object.assign(message, { item });
}

export function addText(stream: ResponseStream, message: MessageItem, delta: string): void {
  message.text += delta;
  emit(stream, "response.output_text.delta", { ...place(message.item), delta, logprobs: [] });
}

/** Adds a source without a position, which supports the whole text; a source that was already cited is skipped. */
export function addSource(stream: ResponseStream, message: MessageItem, source: LanguageModelV4Source): void {
  if (!message.cited.has(source.id)) addCitation(stream, message, { source });
}

export function addCitation(stream: ResponseStream, message: MessageItem, citation: LanguageModelV4Citation): void {
  const annotation = annotationOf(citation, message.text.length);
  message.cited.add(citation.source.id);
  message.annotations.push(annotation);
  emit(stream, "response.output_text.annotation.added", {
    ...place(message.item),
    annotation_index: message.annotations.length - 1,
    annotation,
  });
}

export function finishMessage(stream: ResponseStream, message: MessageItem, status: ItemStatus): void {
  emit(stream, "response.output_text.done", { ...place(message.item), text: message.text, logprobs: [] });
  emit(stream, "response.content_part.done", { ...place(message.item), part: textPart(message) });
  finishItem(stream, message.item, status);
}

function place(item: Item): Body {
  return { item_id: item.id, output_index: item.index, content_index: 0 };
}

function textPart({ text, annotations }: Pick<MessageItem, "text" | "annotations">): Body {
  return { type: "output_text", text, annotations: [...annotations], logprobs: [] };
}

function annotationOf({ source, startIndex, endIndex }: LanguageModelV4Citation, length: number): Body {
  if (source.sourceType === "document") {
    return { type: "file_citation", file_id: source.id, filename: source.filename ?? source.title, index: length };
  }
  return omitUndefined({
    type: "url_citation",
    url: source.url,
    title: source.title ?? source.url,
    start_index: startIndex ?? 0,
    end_index: endIndex ?? length,
  });
}
