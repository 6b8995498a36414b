import type { LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { type Finished, wordPieces } from "./finish.ts";

/** Yields the parts of a response's stream, word by word. */
export function* partsOf(response: Finished): Generator<LanguageModelV4StreamPart> {
  yield { type: "stream-start", warnings: [] };
  if (response.reasoning !== undefined) {
    yield { type: "reasoning-start", id: "reasoning-1" };
    for (const delta of wordPieces(response.reasoning)) yield { type: "reasoning-delta", id: "reasoning-1", delta };
    yield { type: "reasoning-end", id: "reasoning-1" };
  }
  if (response.text !== undefined) {
    yield { type: "text-start", id: "text-1" };
    for (const delta of wordPieces(response.text)) yield { type: "text-delta", id: "text-1", delta };
    yield { type: "text-end", id: "text-1" };
  }
  if (response.toolCall) yield* toolParts(response.toolCall);
  yield { type: "finish", usage: response.usage, finishReason: response.finishReason };
}

function* toolParts(call: NonNullable<Finished["toolCall"]>): Generator<LanguageModelV4StreamPart> {
  yield { type: "tool-input-start", id: call.toolCallId, toolName: call.toolName };
  for (const delta of wordPieces(call.input)) yield { type: "tool-input-delta", id: call.toolCallId, delta };
  yield { type: "tool-input-end", id: call.toolCallId };
  yield { type: "tool-call", ...call };
}
