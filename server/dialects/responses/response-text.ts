import { isRecord } from "#lib/is-record.ts";
import type { Body, ResponseText, ResponseTextReader } from "../dialect.ts";
import { recordsOf, textOf } from "../read-field.ts";

/** Reads the texts of responses and their events, except events that only repeat a text. */
export const responseText: ResponseTextReader = {
  reply: (response) => recordsOf(response.output).flatMap((item, index) => textsIn(item, index)),
  event(event) {
    const type = textOf(event.type) ?? "";
    const piece = PIECES.get(type);
    const text = textOf(event.delta);
    if (piece && text) return [{ channel: channelOf(piece, event), kind: piece, text }];
    const item = isRecord(event.item) ? event.item : {};
    // A request's first event has its name; its arguments come in pieces. A search for tools has them at its end.
    if (type === "response.output_item.done" && isSearch(item)) return [callOf(item, channelOf("tool_call", event))];
    if (type !== "response.output_item.added" || !isCall(item)) return [];
    return [callOf({ ...item, arguments: "", input: "" }, channelOf("tool_call", event))];
  },
};

const PIECES = new Map<string, ResponseText["kind"]>([
  ["response.output_text.delta", "text"],
  ["response.refusal.delta", "text"],
  ["response.audio.transcript.delta", "text"],
  ["response.reasoning_text.delta", "reasoning"],
  ["response.reasoning_summary_text.delta", "reasoning"],
  ["response.function_call_arguments.delta", "tool_call"],
  ["response.custom_tool_call_input.delta", "tool_call"],
]);

function channelOf(kind: ResponseText["kind"], { output_index, content_index, summary_index }: Body): string {
  return [kind, output_index, content_index ?? summary_index ?? ""].join(" ");
}

function textsIn(item: Body, index: number): ResponseText[] {
  if (isCall(item) || isSearch(item)) return [callOf(item, String(index))];
  const isThought = item.type === "reasoning";
  const parts = [...recordsOf(item.summary), ...recordsOf(item.content)];
  return parts.flatMap((part, place) => {
    const text = textOf(part.text) ?? textOf(part.refusal) ?? textOf(part.transcript);
    return text ? [{ channel: `${index} ${place}`, kind: isThought ? "reasoning" : "text", text }] : [];
  });
}

function isCall({ type }: Body): boolean {
  return type === "function_call" || type === "custom_tool_call";
}

function isSearch({ type }: Body): boolean {
  return type === "tool_search_call";
}

function callOf(item: Body, channel: string): ResponseText {
  const name = isSearch(item) ? "tool_search" : textOf(item.name);
  const input = isRecord(item.arguments) ? JSON.stringify(item.arguments) : textOf(item.arguments);
  return {
    channel,
    kind: "tool_call",
    text: input || (textOf(item.input) ?? ""),
    ...(name && { name }),
  };
}
