import type { LanguageModelV4StreamPart, SharedV4ProviderMetadata } from "@ai-sdk/provider";
import { proofIn } from "../reasoning-proof.ts";
import { unwrapInput } from "../request/flat-tools.ts";
import { signedField } from "./call-signature.ts";
import { type ChunkStream, emitDelta } from "./chunk-stream.ts";
import type { Call, MessageState } from "./message-state.ts";
import { proofDetail } from "./reasoning-format.ts";

type PartOf<Type extends LanguageModelV4StreamPart["type"]> = Extract<LanguageModelV4StreamPart, { type: Type }>;

export function startCall(stream: ChunkStream, state: MessageState, part: PartOf<"tool-input-start">): void {
  if (part.providerExecuted) return;
  openCall(stream, state, part.id, part.toolName, part.providerMetadata, part.inputEncoding === "text");
}

export function continueCall(stream: ChunkStream, state: MessageState, part: PartOf<"tool-input-delta">): void {
  const call = state.calls.get(part.id);
  if (call && !call.isText) addInput(stream, call, part.delta);
}

/** Ends a call, or adds a whole call that had no pieces. */
export function endCall(stream: ChunkStream, state: MessageState, part: PartOf<"tool-call">): void {
  if (part.providerExecuted) return;
  const earlier = state.calls.get(part.toolCallId);
  const call = earlier ?? openCall(stream, state, part.toolCallId, part.toolName, part.providerMetadata);
  // Some packages return `{}` for empty input. Only the end of the response shows whether the input was truncated or
  // empty.
  const isEmpty = call.input === "" && (part.input === "" || part.input === "{}");
  if (!isEmpty) finishCall(stream, call, part.input);
}

/**
 * Ends the requests whose pieces were not followed by the whole request. `isCut`: the token limit ended the response.
 */
export function finishCalls(stream: ChunkStream, state: MessageState, isCut: boolean): void {
  for (const call of state.calls.values()) if (!isCut) finishCall(stream, call, call.input);
}

function openCall(
  stream: ChunkStream,
  state: MessageState,
  id: string,
  name: string,
  metadata: SharedV4ProviderMetadata | undefined,
  isText = false,
): Call {
  const proof = proofIn(metadata);
  const signature = proof?.origin === "google" ? proof : undefined;
  const proven = signature && { reasoning_details: [proofDetail(signature, state.detailCount++, id)] };
  const isCustom = state.customTools.has(name);
  const call = { index: state.calls.size, input: "", isText: isText || isCustom, isCustom, done: false };
  state.calls.set(id, call);
  const tool = isCustom
    ? { type: "custom", custom: { name, input: "" } }
    : { type: "function", function: { name, arguments: "" } };
  emitDelta(stream, {
    tool_calls: [{ index: call.index, id, ...tool, ...(signature && signedField(signature.value)) }],
    ...proven,
  });
  return call;
}

/** Sends the rest of the input. `input`: the whole input; if it is empty, `{}` is sent, because clients parse it. */
function finishCall(stream: ChunkStream, call: Call, input: string): void {
  const whole = call.isCustom ? unwrapInput(input) : input || "{}";
  if (!call.done && whole.startsWith(call.input)) addInput(stream, call, whole.slice(call.input.length));
  call.done = true;
}

function addInput(stream: ChunkStream, call: Call, delta: string): void {
  if (delta === "") return;
  call.input += delta;
  const piece = call.isCustom ? { custom: { input: delta } } : { function: { arguments: delta } };
  emitDelta(stream, { tool_calls: [{ index: call.index, ...piece }] });
}
