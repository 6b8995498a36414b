import type { LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { proofIn } from "#server/dialects/reasoning-proof.ts";
import type { ResponseStream } from "../response-stream.ts";
import { finishEndedItem, holdResting, type OpenParts } from "./open-parts.ts";
import { addReasoning, addReasoningText, finishReasoning, type ReasoningItem } from "./reasoning-item.ts";

type ReasoningPart = Extract<
  LanguageModelV4StreamPart,
  { type: "reasoning-start" | "reasoning-delta" | "reasoning-end" }
>;

/** Encodes a piece of reasoning. Its item opens at the first text, or at its end if it has only a proof. */
export function encodeReasoning(stream: ResponseStream, parts: OpenParts, part: ReasoningPart): void {
  const proof = proofIn(part.providerMetadata);
  if (proof) parts.proofs.set(part.id, proof);
  if (part.type === "reasoning-delta" && part.delta !== "") {
    addReasoningText(stream, reasoningOf(stream, parts, part.id), part.delta);
  }
  if (part.type !== "reasoning-end") return;
  if (!parts.reasonings.has(part.id) && !parts.proofs.has(part.id)) return;
  const reasoning = reasoningOf(stream, parts, part.id);
  reasoning.proof = parts.proofs.get(part.id);
  parts.reasonings.delete(part.id);
  parts.proofs.delete(part.id);
  // A provider only proves complete reasoning.
  holdResting(parts, {
    finish: (status) => finishReasoning(stream, reasoning, reasoning.proof ? "completed" : status),
  });
}

function reasoningOf(stream: ResponseStream, parts: OpenParts, id: string): ReasoningItem {
  const earlier = parts.reasonings.get(id);
  if (earlier) return earlier;
  finishEndedItem(parts);
  const reasoning = addReasoning(stream);
  parts.reasonings.set(id, reasoning);
  return reasoning;
}
