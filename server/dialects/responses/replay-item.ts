import { isRecord } from "#lib/is-record.ts";
import type { Body } from "../dialect.ts";
import { recordsOf, textOf } from "../read-field.ts";

/** Returns the events of one whole output item. */
export function replayItem(item: Body, output_index: number): Body[] {
  const place = { item_id: item.id, output_index };
  return [
    { type: "response.output_item.added", output_index, item: openItem(item) },
    ...innerEvents(item, place),
    { type: "response.output_item.done", output_index, item },
  ];
}

function openItem(item: Body): Body {
  const emptyFields = EMPTY_AT_FIRST.filter(([key]) => typeof item[key] === "string" || Array.isArray(item[key]));
  const withoutImage = item.type === "image_generation_call" && { result: null };
  return {
    ...item,
    ...Object.fromEntries(emptyFields),
    ...withoutImage,
    ...(isRecord(item.arguments) && { arguments: {} }),
    ...("status" in item && !isResult(item) && { status: "in_progress" }),
  };
}

/** Returns whether an item is a tool result; these are sent whole. */
function isResult({ type }: Body): boolean {
  return textOf(type)?.endsWith("_output") === true;
}

const EMPTY_AT_FIRST: readonly [key: string, value: unknown][] = [
  ["content", []],
  ["summary", []],
  ["arguments", ""],
  ["input", ""],
];

function innerEvents(item: Body, place: Body): Body[] {
  switch (item.type) {
    case "message":
      return recordsOf(item.content).flatMap((part, index) => contentEvents(part, { ...place, content_index: index }));
    case "reasoning":
      return [
        ...recordsOf(item.summary).flatMap((part, index) => summaryEvents(part, { ...place, summary_index: index })),
        ...recordsOf(item.content).flatMap((part, index) => contentEvents(part, { ...place, content_index: index })),
      ];
    case "function_call":
      return textEvents("response.function_call_arguments", "arguments", item.arguments, place, { name: item.name });
    case "custom_tool_call":
      return textEvents("response.custom_tool_call_input", "input", item.input, place);
    case "web_search_call":
      return steps("response.web_search_call", ["in_progress", "searching", "completed"], place);
    case "image_generation_call":
      return steps("response.image_generation_call", ["in_progress", "generating", "completed"], place);
    default:
      return [];
  }
}

/** The event names for the text of each content part. */
const TEXTS: ReadonlyMap<unknown, [stem: string, key: string]> = new Map([
  ["output_text", ["response.output_text", "text"]],
  ["reasoning_text", ["response.reasoning_text", "text"]],
  ["refusal", ["response.refusal", "refusal"]],
]);

function contentEvents(part: Body, place: Body): Body[] {
  const text = TEXTS.get(part.type);
  const start = text ? { ...part, [text[1]]: "" } : part;
  const isAnswer = part.type === "output_text";
  const more = isAnswer ? { logprobs: part.logprobs ?? [] } : {};
  return [
    { type: "response.content_part.added", ...place, part: isAnswer ? { ...start, annotations: [] } : start },
    ...(text ? textEvents(text[0], text[1], part[text[1]], place, more) : []),
    ...recordsOf(part.annotations).map((annotation, annotation_index) => ({
      type: "response.output_text.annotation.added",
      ...place,
      annotation_index,
      annotation,
    })),
    { type: "response.content_part.done", ...place, part },
  ];
}

function summaryEvents(part: Body, place: Body): Body[] {
  return [
    { type: "response.reasoning_summary_part.added", ...place, part: { ...part, text: "" } },
    ...textEvents("response.reasoning_summary_text", "text", part.text, place),
    { type: "response.reasoning_summary_part.done", ...place, part },
  ];
}

function textEvents(stem: string, key: string, value: unknown, place: Body, more: Body = {}): Body[] {
  const text = textOf(value) ?? "";
  const { logprobs } = more;
  const delta = { type: `${stem}.delta`, ...place, delta: text, ...(logprobs !== undefined && { logprobs }) };
  return [...(text === "" ? [] : [delta]), { type: `${stem}.done`, ...place, ...more, [key]: text }];
}

function steps(stem: string, names: readonly string[], place: Body): Body[] {
  return names.map((name) => ({ type: `${stem}.${name}`, ...place }));
}
