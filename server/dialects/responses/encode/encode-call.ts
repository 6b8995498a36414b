import type { LanguageModelV4StreamPart, LanguageModelV4ToolCall, SharedV4ProviderMetadata } from "@ai-sdk/provider";
import { parseJson } from "#server/dialects/parse-json.ts";
import { proofIn } from "#server/dialects/reasoning-proof.ts";
import type { ItemStatus, ResponseStream } from "../response-stream.ts";
import { addCall, addInput, addSearch, type CallItem, finishCall } from "./call-item.ts";
import { addServerInput, finishServerInput, startServerCall } from "./encode-server-call.ts";
import { finishEndedItem, holdResting, type OpenParts } from "./open-parts.ts";
import { addReasoning, finishReasoning } from "./reasoning-item.ts";

type PartOf<Type extends LanguageModelV4StreamPart["type"]> = Extract<LanguageModelV4StreamPart, { type: Type }>;

export function startCall(stream: ResponseStream, parts: OpenParts, part: PartOf<"tool-input-start">): void {
  if (startServerCall(stream, parts, part.id, part) || part.providerExecuted) return;
  openCall(stream, parts, part.id, part.toolName, part.providerMetadata, part.inputEncoding === "text");
}

export function continueCall(stream: ResponseStream, parts: OpenParts, part: PartOf<"tool-input-delta">): void {
  const call = parts.calls.get(part.id);
  if (call) addInput(stream, call, part.delta);
  else addServerInput(stream, parts, part.id, part.delta);
}

/** Ends a call, or adds a whole call that had no pieces. */
export function endCall(stream: ResponseStream, parts: OpenParts, part: LanguageModelV4ToolCall): void {
  if (startServerCall(stream, parts, part.toolCallId, part)) {
    finishServerInput(stream, parts, part.toolCallId, part.input);
    return;
  }
  if (part.providerExecuted) {
    finishEndedItem(parts);
    addSearch(stream, part);
    return;
  }
  const call =
    parts.calls.get(part.toolCallId) ?? openCall(stream, parts, part.toolCallId, part.toolName, part.providerMetadata);
  parts.calls.delete(part.toolCallId);
  if (isComplete(call, part.input)) finishCall(stream, call, "completed", part.input);
  else holdResting(parts, { finish: (status) => finishCall(stream, call, status, completeInput(part.input, status)) });
}

function completeInput(input: string, status: ItemStatus): string {
  return status === "incomplete" && input === "{}" ? "" : input;
}

/**
 * Returns whether a request's input is complete. Some packages return `{}` for empty input. Only the end of the
 * response shows whether the input was truncated or empty.
 */
function isComplete({ input }: CallItem, whole: string): boolean {
  return whole === "{}" ? input !== "" : parseJson(whole) !== undefined;
}

function openCall(
  stream: ResponseStream,
  parts: OpenParts,
  callId: string,
  name: string,
  metadata: SharedV4ProviderMetadata | undefined,
  isText = false,
): CallItem {
  finishEndedItem(parts);
  proveCall(stream, metadata);
  const call = addCall(stream, callId, name, isText, stream.tools);
  parts.calls.set(callId, call);
  return call;
}

/** Adds Google's signature of a call as a reasoning item before it, since clients keep those. */
function proveCall(stream: ResponseStream, metadata: SharedV4ProviderMetadata | undefined): void {
  const proof = proofIn(metadata);
  if (proof?.origin !== "google") return;
  const reasoning = addReasoning(stream);
  reasoning.proof = proof;
  finishReasoning(stream, reasoning, "completed");
}
