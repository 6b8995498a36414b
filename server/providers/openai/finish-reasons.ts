import type { LanguageModelV4StreamPart } from "@ai-sdk/provider";

type Finish = Extract<LanguageModelV4StreamPart, { type: "finish" }>;
type Unified = Finish["finishReason"]["unified"];

/** Finish reasons of other chat dialect servers, which the SDK packages treat as a normal end. */
const MEANINGS = new Map<string | undefined, Unified>([
  ["eos", "stop"],
  ["end_turn", "stop"],
  ["stop_sequence", "stop"],
  ["max_tokens", "length"],
  // Mistral and Z.AI: the model's context is full (https://github.com/anomalyco/opencode/issues/18813).
  ["model_length", "length"],
  ["model_context_window_exceeded", "length"],
  ["tool_use", "tool-calls"],
  // DeepSeek's models at Azure.
  ["tool_call", "tool-calls"],
  ["refusal", "content-filter"],
  ["safety", "content-filter"],
  // Zhipu.
  ["sensitive", "content-filter"],
  ["network_error", "error"],
  // DeepSeek: https://api-docs.deepseek.com/api/create-chat-completion
  ["insufficient_system_resource", "error"],
  // vLLM and SGLang.
  ["abort", "error"],
]);

/** Returns the end of a response with the meaning of its finish reason. */
export function withFinishReason(part: Finish): Finish {
  const { unified, raw } = part.finishReason;
  const meaning = unified === "other" ? MEANINGS.get(raw) : undefined;
  return meaning ? { ...part, finishReason: { unified: meaning, raw } } : part;
}
