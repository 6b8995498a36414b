import type { LanguageModelV4StreamPart } from "@ai-sdk/provider";

export type Finish = Extract<LanguageModelV4StreamPart, { type: "finish" }>;

/**
 * Gemini's finish reasons that its package treats as a normal end
 * (https://ai.google.dev/api/generate-content#FinishReason and Vertex AI's `MODEL_ARMOR`).
 */
const BLOCKED = new Set<unknown>([...["MODEL_ARMOR", "IMAGE_PROHIBITED_CONTENT", "IMAGE_RECITATION", "LANGUAGE"]]);
const FAILED = new Set<unknown>([
  ...["MALFORMED_RESPONSE", "UNEXPECTED_TOOL_CALL", "TOO_MANY_TOOL_CALLS", "MISSING_THOUGHT_SIGNATURE"],
  ...["OTHER", "IMAGE_OTHER", "NO_IMAGE"],
]);

/** Returns the end of a response with the meaning of its reason: stopped by a filter, or failed. */
export function withFinishReason(part: Finish): Finish {
  const { raw } = part.finishReason;
  if (BLOCKED.has(raw)) return { ...part, finishReason: { unified: "content-filter", raw } };
  return FAILED.has(raw) ? { ...part, finishReason: { unified: "error", raw } } : part;
}
