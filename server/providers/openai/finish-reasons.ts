import type { LanguageModelV4StreamPart } from "@ai-sdk/provider";

type Finish = Extract<LanguageModelV4StreamPart, { type: "finish" }>;
type Unified = Finish["finishReason"]["unified"];

/** Finish reasons that servers of the chat dialect use beside OpenAI's, which the packages take for an ordinary end. */
const MEANINGS = new Map<string | undefined, Unified>([
  ["eos", "stop"],
  ["end_turn", "stop"],
  ["stop_sequence", "stop"],
  ["max_tokens", "length"],
  // Mistral: the model's context is full.
  ["model_length", "length"],
  ["tool_use", "tool-calls"],
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

/** Returns the end of an answer with what its reason means. */
export function withFinishReason(part: Finish): Finish {
  const { unified, raw } = part.finishReason;
  const meant = unified === "other" ? MEANINGS.get(raw) : undefined;
  return meant ? { ...part, finishReason: { unified: meant, raw } } : part;
}
