import { isRecord } from "#lib/is-record.ts";
import type { Body, DialectEvent, OutputText, OutputTextFinder } from "../dialect.ts";
import { notText } from "../other-texts.ts";
import { CALL, JSON_TEXT, outputTextAt, outputTextsOf, PLAIN, pieceAt, REASONING, valueAt } from "../output-text.ts";
import { recordsOf, textOf } from "../read-field.ts";
import { leavesAt, slotAt } from "../text-slots.ts";

/** Finds the texts of responses and their events. */
export const outputTexts: OutputTextFinder = {
  reply: responseTexts,
  event(event) {
    const type = textOf(event.type) ?? "";
    if (type.endsWith(".delta")) return type === "response.audio.delta" ? [] : deltaTexts(event, type);
    if (isRecord(event.response)) return responseTexts(event.response);
    if (isRecord(event.item)) return itemTexts(event.item);
    if (isRecord(event.part)) return partTexts(event.part, isThought(type));
    if (isRecord(event.annotation)) return annotationTexts(event.annotation);
    return doneTexts(event, type);
  },
  ends(event, channel) {
    const type = textOf(event.type) ?? "";
    if (isRecord(event.response)) return ENDINGS.has(type);
    if (type === "response.output_item.done") return channel.startsWith(`${event.output_index} `);
    const ended = channelOf(event, type.slice(0, -".done".length));
    return type.endsWith(".done") && (channel === ended || channel.startsWith(`${ended} `));
  },
  dropTokens(body) {
    const holders = isRecord(body.response) ? [body.response] : [body];
    const items = [body.item, ...holders.flatMap(({ output }) => recordsOf(output))];
    const parts = [body, body.part, ...items.flatMap((item) => (isRecord(item) ? recordsOf(item.content) : []))];
    const telling = parts.filter(isRecord).filter(({ logprobs }) => Array.isArray(logprobs) && logprobs.length > 0);
    for (const part of telling) part.logprobs = [];
    return telling.length > 0;
  },
};

function responseTexts(response: Body): OutputText[] {
  return [...recordsOf(response.output).flatMap(itemTexts), ...outputTextAt(response, "output_text", PLAIN)];
}

const ENDINGS = new Set(["response.completed", "response.incomplete", "response.failed", "response.done"]);

/** Returns the channel of an event: events of one text share their indexes and their type except for its last word. */
function channelOf({ output_index, content_index, summary_index, command_index }: Body, stem: string): string {
  return `${output_index} ${content_index ?? summary_index ?? command_index ?? ""} ${stem}`;
}

function deltaTexts(event: Body, type: string): OutputText[] {
  const { logprobs: _, obfuscation: __, ...rest } = event;
  const kind = type.includes("arguments") ? JSON_TEXT : isThought(type) ? REASONING : isCall(type) ? CALL : PLAIN;
  const channel = channelOf(event, type.slice(0, -".delta".length));
  if (isRecord(event.delta)) return streamTexts(event.delta, channel, (delta) => ({ data: { ...rest, delta } }));
  return pieceAt(event, "delta", kind, { channel, isAll: true, event: (delta) => ({ data: { ...rest, delta } }) });
}

const STREAMS = ["stdout", "stderr"];

/** Returns the texts of a piece of what a command printed. */
function streamTexts(delta: Body, channel: string, event: (delta: Body) => DialectEvent): OutputText[] {
  return STREAMS.flatMap((name) =>
    pieceAt(delta, name, PLAIN, {
      channel: `${channel} ${name}`,
      isAll: false,
      event: (text) => event({ [name]: text }),
    }),
  );
}

function isThought(type: string): boolean {
  return type.includes("reasoning");
}

/**
 * Returns whether the type of an event or item is a call's: `response.custom_tool_call_input.delta`,
 * `local_shell_call`.
 */
function isCall(type: string): boolean {
  return /_call(?:_input|_command|\b)/.test(type);
}

const DONE_FIELDS = ["text", "refusal", "input", "code", "transcript", "diff", "command"];

function doneTexts(event: Body, type: string): OutputText[] {
  const kind = isThought(type) ? REASONING : isCall(type) ? CALL : PLAIN;
  return [
    ...DONE_FIELDS.flatMap((key) => outputTextAt(event, key, kind)),
    ...outputTextAt(event, "arguments", JSON_TEXT),
    ...recordsOf(event.output).flatMap((printed) => STREAMS.flatMap((name) => outputTextAt(printed, name, PLAIN))),
  ];
}

function itemTexts(item: Body): OutputText[] {
  const isReasoning = item.type === "reasoning";
  const parts = [...recordsOf(item.content), ...recordsOf(item.summary)];
  const others = Object.keys(item).filter((key) => !OWN_FIELDS.has(key) && !notText.has(key) && !isImage(item, key));
  return [
    ...parts.flatMap((part) => partTexts(part, isReasoning)),
    ...outputTextAt(item, "arguments", JSON_TEXT),
    ...valueAt(item, "arguments"),
    ...outputTextsOf(
      others.flatMap((key) => leavesAt(item, key, key, "assistant", key === "action" ? notInAction : notText)),
      isCall(String(item.type)) ? CALL : PLAIN,
    ),
  ];
}

/** The pages that a search opens are the model's choice, so their addresses are read. */
const notInAction: ReadonlySet<string> = new Set([...notText].filter((key) => key !== "url"));

/** Item fields that are read separately, name a tool or say who runs it. */
const OWN_FIELDS = new Set(["content", "summary", "arguments", "name", "execution"]);

function isImage({ type }: Body, key: string): boolean {
  return key === "result" && type === "image_generation_call";
}

function partTexts(part: Body, isReasoning: boolean): OutputText[] {
  const kind = isReasoning || part.type === "reasoning_text" ? REASONING : PLAIN;
  return [
    ...["text", "refusal", "transcript"].flatMap((key) => outputTextAt(part, key, kind)),
    ...recordsOf(part.annotations).flatMap(annotationTexts),
  ];
}

function annotationTexts(annotation: Body): OutputText[] {
  return outputTextsOf(
    ["title", "filename", "quote", "url"].flatMap((key) => slotAt(annotation, key, key, "assistant")),
  );
}
