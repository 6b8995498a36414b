import { isRecord } from "#lib/is-record.ts";
import type { Body } from "#server/dialects/dialect.ts";
import type { Proof } from "#server/dialects/reasoning-proof.ts";
import { addItem, emit, finishItem, type Item, type ItemStatus, type ResponseStream } from "../response-stream.ts";
import { encryptedContent } from "./encrypted-content.ts";

export type ReasoningItem = { item: Item; text: string; form: Form; proof?: Proof };

/**
 * The two forms of reasoning: if the caller asked for a summary, the summary events are used, otherwise the text
 * events.
 */
type Form = {
  field: "summary" | "content";
  partType: string;
  index: string;
  added: string;
  delta: string;
  textDone: string;
  partDone: string;
};

const asSummary: Form = {
  field: "summary",
  partType: "summary_text",
  index: "summary_index",
  added: "response.reasoning_summary_part.added",
  delta: "response.reasoning_summary_text.delta",
  textDone: "response.reasoning_summary_text.done",
  partDone: "response.reasoning_summary_part.done",
};

const asText: Form = {
  field: "content",
  partType: "reasoning_text",
  index: "content_index",
  added: "response.content_part.added",
  delta: "response.reasoning_text.delta",
  textDone: "response.reasoning_text.done",
  partDone: "response.content_part.done",
};

export function addReasoning(stream: ResponseStream): ReasoningItem {
  const { reasoning: asked } = stream.context.request;
  const form = isRecord(asked) && asked.summary ? asSummary : asText;
  const reasoning: Omit<ReasoningItem, "item"> = { text: "", form };
  const item = addItem(stream, "rs", (id, status) => snapshot(id, status, reasoning));
  return Object.assign(reasoning, { item });
}

export function addReasoningText(stream: ResponseStream, reasoning: ReasoningItem, delta: string): void {
  const { form } = reasoning;
  if (reasoning.text === "") emit(stream, form.added, { ...place(reasoning), part: part(form, "") });
  reasoning.text += delta;
  emit(stream, form.delta, { ...place(reasoning), delta });
}

export function finishReasoning(stream: ResponseStream, reasoning: ReasoningItem, status: ItemStatus): void {
  const { form, text } = reasoning;
  if (text !== "") {
    emit(stream, form.textDone, { ...place(reasoning), text });
    emit(stream, form.partDone, { ...place(reasoning), part: part(form, text) });
  }
  finishItem(stream, reasoning.item, status);
}

function place({ item, form }: ReasoningItem): Body {
  return { item_id: item.id, output_index: item.index, [form.index]: 0 };
}

function part(form: Form, text: string): Body {
  return { type: form.partType, text };
}

function snapshot(id: string, status: ItemStatus, { text, form, proof }: Omit<ReasoningItem, "item">): Body {
  const textField = text !== "" && status !== "in_progress" ? { [form.field]: [part(form, text)] } : {};
  const proven = proof ? { encrypted_content: encryptedContent(proof) } : {};
  return { type: "reasoning", id, status, summary: [], ...textField, ...proven };
}
