import type { LanguageModelV4File, LanguageModelV4Source, LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { droppedKind } from "../dropped-kind.ts";
import { proofIn } from "../reasoning-proof.ts";
import { serverOf } from "../server-call.ts";
import { DROPPED_SIGNATURE, textSignature } from "../text-signature.ts";
import { type ChunkStream, emitDelta } from "./chunk-stream.ts";
import { continueCall, endCall, startCall } from "./encode-call.ts";
import type { MessageState } from "./message-state.ts";
import { proofDetail } from "./reasoning-format.ts";

type Part = LanguageModelV4StreamPart;
type PartOf<Type extends Part["type"]> = Extract<Part, { type: Type }>;

/** Encodes one part with content; other parts produce no chunk. */
export function encodePart(stream: ChunkStream, state: MessageState, part: Part): void {
  switch (part.type) {
    case "text-delta":
      if (part.delta !== "") emitDelta(stream, { content: part.delta });
      sendSignature(stream, state, part);
      break;
    case "text-end":
      for (const { source, startIndex, endIndex } of part.citations ?? []) {
        addCitation(stream, state, source, startIndex, endIndex);
      }
      break;
    case "source":
      addCitation(stream, state, part);
      break;
    case "reasoning-start":
    case "reasoning-delta":
    case "reasoning-end":
      if (!state.hidesReasoning) encodeReasoning(stream, state, part);
      break;
    case "tool-input-start":
      startCall(stream, state, part);
      break;
    case "tool-input-delta":
      continueCall(stream, state, part);
      break;
    case "tool-call":
      if (serverOf(part.providerMetadata)) state.serverInputs.set(part.toolCallId, part.input || "{}");
      else if (part.providerExecuted) noteDropped(stream, `${part.toolName} call`);
      else endCall(stream, state, part);
      break;
    case "tool-result":
      if (!part.preliminary) encodeResult(stream, state, part);
      break;
    case "file":
      if (part.mediaType.startsWith("image/")) emitImage(stream, part);
      else noteDropped(stream, part.mediaType);
      break;
    case "reasoning-file":
    case "tool-approval-request":
    case "custom":
      noteDropped(stream, droppedKind(part));
  }
}

/**
 * Adds a call of a tool that the gateway ran, with its result. The dialect has no field for it; clients ignore one that
 * they do not know.
 */
function encodeResult(stream: ChunkStream, state: MessageState, part: PartOf<"tool-result">): void {
  const server = serverOf(part.providerMetadata);
  if (!server) {
    noteDropped(stream, `${part.toolName} result`);
    return;
  }
  const input = state.serverInputs.get(part.toolCallId) ?? "{}";
  const [output, error] = part.isError ? [null, String(part.result)] : [String(part.result), null];
  const call = { id: part.toolCallId, server_label: server, name: part.toolName, arguments: input, output, error };
  emitDelta(stream, { server_tool_calls: [call] });
}

function noteDropped({ context }: ChunkStream, kind: string | undefined): void {
  if (kind) context.dropped?.(kind);
}

function sendSignature(stream: ChunkStream, state: MessageState, part: PartOf<"text-delta">): void {
  const proof = textSignature(part);
  if (!proof) return;
  if (state.hidesReasoning) noteDropped(stream, DROPPED_SIGNATURE);
  else emitDelta(stream, { reasoning_details: [proofDetail(proof, state.detailCount++)] });
}

type ReasoningPart = PartOf<"reasoning-start" | "reasoning-delta" | "reasoning-end">;

function encodeReasoning(stream: ChunkStream, state: MessageState, part: ReasoningPart): void {
  const proof = proofIn(part.providerMetadata);
  if (proof) state.proofs.set(part.id, proof);
  if (part.type === "reasoning-delta" && part.delta !== "") {
    const detail = { type: "reasoning.text", text: part.delta, index: detailIndex(state, part.id) };
    emitDelta(stream, { reasoning: part.delta, reasoning_details: [detail] });
  }
  const earlier = state.proofs.get(part.id);
  if (part.type !== "reasoning-end" || !earlier) return;
  emitDelta(stream, { reasoning_details: [proofDetail(earlier, detailIndex(state, part.id))] });
}

function detailIndex(state: MessageState, id: string): number {
  const earlier = state.reasonings.get(id);
  if (earlier !== undefined) return earlier;
  state.reasonings.set(id, state.detailCount);
  return state.detailCount++;
}

function addCitation(
  stream: ChunkStream,
  state: MessageState,
  source: LanguageModelV4Source,
  start = 0,
  end = 0,
): void {
  if (source.sourceType !== "url") noteDropped(stream, "document citation");
  if (source.sourceType !== "url" || state.cited.has(source.id)) return;
  state.cited.add(source.id);
  const citation = { url: source.url, title: source.title ?? source.url, start_index: start, end_index: end };
  emitDelta(stream, { annotations: [{ type: "url_citation", url_citation: citation }] });
}

function emitImage(stream: ChunkStream, { mediaType, data: file }: LanguageModelV4File): void {
  const base64 = file.type === "data" && (typeof file.data === "string" ? file.data : toBase64(file.data));
  const url = file.type === "url" ? file.url.href : `data:${mediaType};base64,${base64}`;
  emitDelta(stream, { images: [{ type: "image_url", image_url: { url } }] });
}

function toBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("base64");
}
