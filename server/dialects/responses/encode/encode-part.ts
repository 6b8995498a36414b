import type { LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { droppedKind } from "#server/dialects/dropped-kind.ts";
import { textSignature } from "#server/dialects/text-signature.ts";
import type { ResponseStream } from "../response-stream.ts";
import { addImage } from "./call-item.ts";
import { continueCall, endCall, startCall } from "./encode-call.ts";
import { encodeReasoning } from "./encode-reasoning.ts";
import { addApprovalRequest, endServerCall } from "./encode-server-call.ts";
import { addCitation, addMessage, addSource, addText, finishMessage } from "./message-item.ts";
import { addressOf, emitSources, finishEndedItem, holdResting, type OpenParts } from "./open-parts.ts";

type Part = LanguageModelV4StreamPart;
type PartOf<Type extends Part["type"]> = Extract<Part, { type: Type }>;

/** Encodes one part with content; other parts produce no event. */
export function encodePart(stream: ResponseStream, parts: OpenParts, part: Part): void {
  switch (part.type) {
    case "source":
      encodeSource(stream, parts, part);
      break;
    case "text-delta":
      parts.textProof = textSignature(part) ?? parts.textProof;
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
    case "tool-result":
      if (!part.preliminary) endServerCall(stream, parts, part);
      break;
    case "file":
      finishEndedItem(parts);
      addImage(stream, part);
      break;
    case "tool-approval-request":
      if (!addApprovalRequest(stream, parts, part)) noteDropped(stream, droppedKind(part));
      break;
    case "reasoning-file":
    case "custom":
      noteDropped(stream, droppedKind(part));
  }
}

function noteDropped({ context }: ResponseStream, kind: string | undefined): void {
  if (kind) context.dropped?.(kind);
}

function encodeSource(stream: ResponseStream, parts: OpenParts, source: PartOf<"source">): void {
  const message = parts.resting?.message;
  if (!message) return void parts.sources.push(source);
  addSource(stream, message, source);
  parts.cited.add(addressOf(source));
}

function encodeText(stream: ResponseStream, parts: OpenParts, { id, delta }: PartOf<"text-delta">): void {
  if (delta === "") return;
  let message = parts.texts.get(id);
  if (!message) {
    finishEndedItem(parts);
    message = addMessage(stream);
    parts.texts.set(id, message);
  }
  addText(stream, message, delta);
}

function endText(stream: ResponseStream, parts: OpenParts, part: PartOf<"text-end">): void {
  const message = parts.texts.get(part.id);
  if (!message) return;
  parts.texts.delete(part.id);
  for (const citation of part.citations ?? []) {
    addCitation(stream, message, citation);
    parts.cited.add(addressOf(citation.source));
  }
  emitSources(stream, parts, message);
  holdResting(parts, { message, finish: (status) => finishMessage(stream, message, status) });
}
