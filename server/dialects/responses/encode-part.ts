import type { LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { addImage } from "./call-item.ts";
import { continueCall, endCall, startCall } from "./encode-call.ts";
import { encodeReasoning } from "./encode-reasoning.ts";
import { addCitation, addMessage, addSource, addText, finishMessage } from "./message-item.ts";
import { finishResting, type OpenParts, rest, tellSources } from "./open-parts.ts";
import type { ReplyStream } from "./reply-stream.ts";

type Part = LanguageModelV4StreamPart;
type PartOf<Type extends Part["type"]> = Extract<Part, { type: Type }>;

/** Renders one part that carries content; parts that carry none leave no event. */
export function encodePart(stream: ReplyStream, parts: OpenParts, part: Part): void {
  switch (part.type) {
    case "source":
      encodeSource(stream, parts, part);
      break;
    case "text-delta":
      encodeText(stream, parts, part);
      break;
    case "text-end":
      endText(stream, parts, part);
      break;
    case "reasoning-start":
    case "reasoning-delta":
    case "reasoning-end":
      encodeReasoning(stream, parts, part);
      break;
    case "tool-input-start":
      startCall(stream, parts, part);
      break;
    case "tool-input-delta":
      continueCall(stream, parts, part);
      break;
    case "tool-call":
      endCall(stream, parts, part);
      break;
    case "file":
      finishResting(parts);
      addImage(stream, part);
  }
}

function encodeSource(stream: ReplyStream, parts: OpenParts, source: PartOf<"source">): void {
  if (parts.resting?.message) addSource(stream, parts.resting.message, source);
  else parts.sources.push(source);
}

function encodeText(stream: ReplyStream, parts: OpenParts, { id, delta }: PartOf<"text-delta">): void {
  if (delta === "") return;
  let message = parts.texts.get(id);
  if (!message) {
    finishResting(parts);
    message = addMessage(stream);
    parts.texts.set(id, message);
  }
  addText(stream, message, delta);
}

function endText(stream: ReplyStream, parts: OpenParts, part: PartOf<"text-end">): void {
  const message = parts.texts.get(part.id);
  if (!message) return;
  parts.texts.delete(part.id);
  for (const citation of part.citations ?? []) addCitation(stream, message, citation);
  tellSources(stream, parts, message);
  rest(parts, { message, finish: (status) => finishMessage(stream, message, status) });
}
