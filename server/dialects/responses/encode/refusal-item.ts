import type { Body } from "#server/dialects/dialect.ts";
import { addItem, emit, finishItem, type ResponseStream } from "../response-stream.ts";

/** Adds a message with the model's refusal, in the form of OpenAI's own refusals. */
export function addRefusal(stream: ResponseStream, refusal: string): void {
  const part = (text: string): Body => ({ type: "refusal", refusal: text });
  const item = addItem(stream, "msg", (id, status) => ({
    type: "message",
    id,
    status,
    role: "assistant",
    content: status === "in_progress" ? [] : [part(refusal)],
  }));
  const place = { item_id: item.id, output_index: item.index, content_index: 0 };
  emit(stream, "response.content_part.added", { ...place, part: part("") });
  emit(stream, "response.refusal.delta", { ...place, delta: refusal });
  emit(stream, "response.refusal.done", { ...place, refusal });
  emit(stream, "response.content_part.done", { ...place, part: part(refusal) });
  finishItem(stream, item, "completed");
}
