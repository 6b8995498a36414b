import { isRecord } from "#lib/is-record.ts";
import type { Body, DialectEvent, OutputText, OutputTextFinder } from "../dialect.ts";
import { finishOf } from "../finish-reason.ts";
import { CALL, JSON_TEXT, outputTextAt, outputTextsOf, PLAIN, REASONING } from "../output-text.ts";
import { recordsOf } from "../read-field.ts";
import { leavesAt, slotAt } from "../text-slots.ts";

/** Finds the texts of completions and their chunks. */
export const outputTexts: OutputTextFinder = {
  reply: (response) => [
    ...recordsOf(response.choices).flatMap((choice) => (isRecord(choice.message) ? wholeTexts(choice) : [])),
    ...textsBeside(response),
  ],
  event: (event) => [...recordsOf(event.choices).flatMap((choice) => pieces(event, choice)), ...textsBeside(event)],
  ends: (event, channel) => recordsOf(event.choices).some((choice) => endsWith(choice, channel)),
  dropTokens(body) {
    // Perplexity repeats the message so far alongside each piece.
    for (const choice of recordsOf(body.choices)) if (isRecord(choice.delta)) delete choice.message;
    const telling = recordsOf(body.choices).filter(({ logprobs }) => isRecord(logprobs));
    for (const choice of telling) choice.logprobs = null;
    return telling.length > 0;
  },
};

/** Returns the texts that Perplexity has alongside the choices. */
function textsBeside(body: Body): OutputText[] {
  return outputTextsOf(
    ["related_questions", "search_results"].flatMap((key) => leavesAt(body, key, key, "assistant", NOT_TEXT)),
  );
}

const NOT_TEXT: ReadonlySet<string> = new Set(["date", "last_updated", "source"]);

/** Creates the event of a piece of a message's text: `delta` returns the delta for that text. */
type Deltas = (channel: string, delta: (text: string) => Body) => OutputText["piece"];

function wholeTexts(choice: Body): OutputText[] {
  return messageTexts(choice.message as Body, () => undefined);
}

function pieces(event: Body, choice: Body): OutputText[] {
  const message = isRecord(choice.delta) ? choice.delta : choice.message;
  if (!isRecord(message)) return [];
  const { choices: _, usage: __, ...head } = event;
  const eventOf = (delta: Body): DialectEvent => ({
    data: { ...head, choices: [{ index: choice.index, delta, finish_reason: null, logprobs: null }] },
  });
  return messageTexts(message, (name, delta) => ({
    channel: `${choice.index} ${name}`,
    isAll: false,
    event: (text) => eventOf(delta(text)),
  }));
}

function messageTexts(message: Body, deltas: Deltas): OutputText[] {
  const field = (name: string, kind: typeof PLAIN) =>
    asPieces(outputTextAt(message, name, kind), deltas, nameOf(name), (text) => ({ [name]: text }));
  const reasoningTexts = [...field("reasoning", REASONING), ...field("reasoning_content", REASONING)];
  return [
    ...reasoningTexts.map((text, index) => (index > 0 ? { ...text, isEcho: true } : text)),
    ...detailTexts(message, deltas, reasoningTexts.length > 0),
    ...(Array.isArray(message.content) ? partTexts(message.content, deltas) : field("content", PLAIN)),
    ...field("refusal", PLAIN),
    ...unknownFields(message).flatMap((name) => field(name, PLAIN)),
    ...callTexts(message, deltas),
    ...audioTexts(message.audio, deltas),
    ...recordsOf(message.server_tool_calls).flatMap(serverCallTexts),
    ...recordsOf(message.annotations).flatMap(annotationTexts),
    ...recordsOf(message.images).flatMap(imageTexts),
  ];
}

const KNOWN = new Set([
  "role",
  "content",
  "refusal",
  "reasoning",
  "reasoning_content",
  "name",
  "tool_call_id",
  "phase",
  "id",
  "type",
]);

/** Returns the names of unknown fields with text: providers use their own names for model output. */
function unknownFields(message: Body): string[] {
  return Object.keys(message).filter((name) => !KNOWN.has(name) && typeof message[name] === "string");
}

function nameOf(field: string): string {
  return field.startsWith("reasoning") ? `thought ${field}` : field;
}

function asPieces(texts: OutputText[], deltas: Deltas, channel: string, delta: (text: string) => Body): OutputText[] {
  const piece = texts.length > 0 ? deltas(channel, delta) : undefined;
  return piece ? texts.map((text) => ({ ...text, piece })) : texts;
}

function detailTexts(message: Body, deltas: Deltas, isEcho: boolean): OutputText[] {
  return recordsOf(message.reasoning_details).flatMap((detail, place) =>
    ["text", "summary"].flatMap((key) =>
      asPieces(
        outputTextAt(detail, key, { ...REASONING, isEcho }),
        deltas,
        `thought detail ${detail.index ?? place} ${key}`,
        (text) => ({ reasoning_details: [{ ...detail, signature: undefined, [key]: text }] }),
      ),
    ),
  );
}

/** Returns the texts of content in parts, as Mistral sends it. */
function partTexts(parts: unknown[], deltas: Deltas): OutputText[] {
  return recordsOf(parts).flatMap((part) => [
    ...asPieces(outputTextAt(part, "text", PLAIN), deltas, "content", (content) => ({ content })),
    ...recordsOf(part.thinking).flatMap((thought) =>
      asPieces(outputTextAt(thought, "text", REASONING), deltas, "thought part", (text) => ({
        content: [{ ...part, thinking: [{ ...thought, text }] }],
      })),
    ),
  ]);
}

function callTexts(message: Body, deltas: Deltas): OutputText[] {
  const legacy = isRecord(message.function_call)
    ? asPieces(outputTextAt(message.function_call, "arguments", JSON_TEXT), deltas, "function", (text) => ({
        function_call: { arguments: text },
      }))
    : [];
  const calls = recordsOf(message.tool_calls).flatMap((call, place) => {
    const index = call.index ?? place;
    const texts = [
      ...(isRecord(call.function) ? outputTextAt(call.function, "arguments", JSON_TEXT) : []),
      ...(isRecord(call.custom) ? outputTextAt(call.custom, "input", CALL) : []),
    ];
    return asPieces(texts, deltas, `call ${index}`, (text) => ({
      tool_calls: [
        isRecord(call.custom) ? { index, custom: { input: text } } : { index, function: { arguments: text } },
      ],
    }));
  });
  return [...legacy, ...calls];
}

/** A call of a server tool arrives in one piece. */
function serverCallTexts(call: Body): OutputText[] {
  return [
    ...outputTextAt(call, "arguments", JSON_TEXT),
    ...outputTextAt(call, "output", PLAIN),
    ...outputTextAt(call, "error", PLAIN),
  ];
}

function audioTexts(audio: unknown, deltas: Deltas): OutputText[] {
  if (!isRecord(audio)) return [];
  return asPieces(outputTextAt(audio, "transcript", PLAIN), deltas, "audio", (transcript) => ({
    audio: { transcript },
  }));
}

function annotationTexts({ url_citation: citation }: Body): OutputText[] {
  if (!isRecord(citation)) return [];
  return outputTextsOf(["title", "content", "url"].flatMap((key) => slotAt(citation, key, key, "assistant")));
}

/** Returns the URL of an image; a data URL is not text. */
function imageTexts({ image_url: image }: Body): OutputText[] {
  if (!isRecord(image) || (typeof image.url === "string" && image.url.startsWith("data:"))) return [];
  return outputTextAt(image, "url", PLAIN);
}

/** Returns whether a channel ends: a choice at its finish reason, reasoning when other content starts. */
function endsWith({ index, finish_reason, delta }: Body, channel: string): boolean {
  if (!channel.startsWith(`${index} `)) return false;
  if (finishOf(finish_reason) !== undefined) return true;
  if (!channel.startsWith(`${index} thought`) || !isRecord(delta)) return false;
  const hasCalls = isRecord(delta.function_call) || recordsOf(delta.tool_calls).length > 0;
  return (typeof delta.content === "string" && delta.content !== "") || hasCalls;
}
