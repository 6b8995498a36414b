import { argumentPieces, padding, wordPieces } from "../text/pieces.ts";
import { type Item, outputText } from "./items.ts";

export type ItemEvent = Record<string, unknown> & { type: string };

/** Returns the events that stream one output item, from `output_item.added` to `output_item.done`. */
export function itemEvents(item: Item, outputIndex: number): ItemEvent[] {
  const inside = (bodies[item.type] ?? (() => []))(item, { item_id: item.id, output_index: outputIndex });
  return [
    { type: "response.output_item.added", output_index: outputIndex, item: withoutContent(item) },
    ...inside,
    { type: "response.output_item.done", output_index: outputIndex, item },
  ];
}

type Place = { item_id: string; output_index: number };

const bodies: Record<string, (item: Item, place: Place) => ItemEvent[]> = {
  message: messageEvents,
  reasoning: reasoningEvents,
  function_call: callEvents,
  custom_tool_call: customCallEvents,
  web_search_call: (_item, place) =>
    ["in_progress", "searching", "completed"].map((step) => ({ type: `response.web_search_call.${step}`, ...place })),
};

/** Returns an item as it is announced, without content. */
function withoutContent(item: Item): Item {
  const empty: Record<string, object> = {
    message: { status: "in_progress", content: [] },
    reasoning: { summary: [] },
    function_call: { status: "in_progress", arguments: "" },
    custom_tool_call: { status: "in_progress", input: "" },
    web_search_call: { status: "in_progress" },
    tool_search_call: { status: "in_progress", arguments: {} },
  };
  return { ...item, ...empty[item.type] };
}

function messageEvents(item: Item, place: Place): ItemEvent[] {
  const part = outputText(item);
  const at = { ...place, content_index: 0 };
  return [
    { type: "response.content_part.added", ...at, part: { ...part, annotations: [], text: "" } },
    ...wordPieces(part.text).map((delta) => ({
      type: "response.output_text.delta",
      ...at,
      delta,
      logprobs: [],
      obfuscation: padding(delta),
    })),
    ...part.annotations.map((annotation, index) => ({
      type: "response.output_text.annotation.added",
      ...at,
      annotation_index: index,
      annotation,
    })),
    { type: "response.output_text.done", ...at, text: part.text, logprobs: [] },
    { type: "response.content_part.done", ...at, part },
  ];
}

function reasoningEvents(item: Item, place: Place): ItemEvent[] {
  const summary = item.summary as { type: string; text: string }[];
  return summary.flatMap((part, index) => {
    const at = { ...place, summary_index: index };
    return [
      { type: "response.reasoning_summary_part.added", ...at, part: { ...part, text: "" } },
      ...wordPieces(part.text).map((delta) => ({
        type: "response.reasoning_summary_text.delta",
        ...at,
        delta,
        obfuscation: padding(delta),
      })),
      { type: "response.reasoning_summary_text.done", ...at, text: part.text },
      { type: "response.reasoning_summary_part.done", ...at, part },
    ];
  });
}

function callEvents(item: Item, place: Place): ItemEvent[] {
  const text = String(item.arguments);
  return [
    ...argumentPieces(text).map((delta) => ({
      type: "response.function_call_arguments.delta",
      ...place,
      delta,
      obfuscation: padding(delta),
    })),
    { type: "response.function_call_arguments.done", ...place, arguments: text },
  ];
}

function customCallEvents(item: Item, place: Place): ItemEvent[] {
  const input = String(item.input);
  return [
    ...argumentPieces(input).map((delta) => ({
      type: "response.custom_tool_call_input.delta",
      ...place,
      delta,
      obfuscation: padding(delta),
    })),
    { type: "response.custom_tool_call_input.done", ...place, input },
  ];
}
