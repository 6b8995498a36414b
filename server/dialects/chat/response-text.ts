import { isRecord } from "#lib/is-record.ts";
import type { Body, ResponseText, ResponseTextReader } from "../dialect.ts";
import { recordsOf, textOf } from "../read-field.ts";

/** Reads the texts of completions and their chunks. */
export const responseText: ResponseTextReader = {
  reply: (response) => recordsOf(response.choices).flatMap((choice) => textsIn(choice, choice.message)),
  event: (event) => recordsOf(event.choices).flatMap((choice) => textsIn(choice, choice.delta ?? choice.message)),
};

function textsIn({ index }: Body, message: unknown): ResponseText[] {
  if (!isRecord(message)) return [];
  const { content } = message;
  // If both reasoning fields are present, they contain the same text.
  const reasoning = textOf(message.reasoning) || textOf(message.reasoning_content) || thoughtIn(content);
  const text = (textOf(content) ?? textIn(content)) + (textOf(message.refusal) ?? "");
  const legacy = isRecord(message.function_call) ? [{ function: message.function_call }] : [];
  return [
    ...(reasoning ? [{ channel: `${index} reasoning`, kind: "reasoning" as const, text: reasoning }] : []),
    ...(text ? [{ channel: `${index} text`, kind: "text" as const, text }] : []),
    ...[...legacy, ...recordsOf(message.tool_calls)].map((call: Body, place) =>
      callIn(call, `${index} call ${call.index ?? place}`),
    ),
  ];
}

function callIn(call: Body, channel: string): ResponseText {
  const definition = isRecord(call.custom) ? call.custom : isRecord(call.function) ? call.function : {};
  const name = textOf(definition.name);
  return {
    channel,
    kind: "tool_call",
    text: textOf(definition.arguments) ?? textOf(definition.input) ?? "",
    ...(name && { name }),
  };
}

/** Returns the text of content in parts, as Mistral sends it. */
export function textIn(parts: unknown): string {
  return recordsOf(parts)
    .map((part) => textOf(part.text) ?? "")
    .join("");
}

/** Returns the reasoning in such parts. */
export function thoughtIn(parts: unknown): string {
  return recordsOf(parts)
    .map((part) => textIn(part.thinking))
    .join("");
}
