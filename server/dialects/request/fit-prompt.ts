import type { LanguageModelV4Message, LanguageModelV4Prompt } from "@ai-sdk/provider";
import type { Target } from "../target.ts";
import { withPlacedResults } from "./results/placed-results.ts";
import { withSingleResults } from "./results/single-results.ts";

type Conversation = Exclude<LanguageModelV4Message, { role: "system" }>;
type Part = Conversation["content"][number];

/**
 * Returns a prompt with the results of tools directly after their calls, and once, as all require it but OpenAI's Responses API
 * (https://github.com/gptme/gptme/issues/3421), and as the models of Anthropic, Google and Amazon require it: without
 * blank texts and with a message that is not the system's.
 */
export function fitPrompt(prompt: LanguageModelV4Prompt, target: Target): LanguageModelV4Prompt {
  const conversation = target.takesCallValues ? withConversation(prompt.flatMap(withoutBlanks), target) : prompt;
  return withSingleResults(withResultsFirst(withPlacedResults(conversation, target)), target);
}

/** A text with options may carry a signature. */
function withoutBlanks(message: LanguageModelV4Message): LanguageModelV4Message[] {
  if (message.role === "system") return isBlank(message.content) ? [] : [message];
  if (message.role === "tool") return [message];
  const parts = message.content as Part[];
  const kept = parts.filter((part) => part.type !== "text" || !isBlank(part.text) || hasSignature(part));
  if (kept.length === parts.length) return [message];
  return kept.length > 0 ? [{ ...message, content: kept } as Conversation] : [];
}

function isBlank(text: string): boolean {
  return text.trim() === "";
}

function hasSignature({ providerOptions }: Part): boolean {
  return providerOptions?.google?.thoughtSignature !== undefined;
}

function withConversation(prompt: LanguageModelV4Prompt, target: Target): LanguageModelV4Prompt {
  const last = prompt.at(-1);
  if (last?.role !== "system" || prompt.some(({ role }) => role !== "system")) return prompt;
  target.notes.add("messages: the last system message is sent as a user message, since the target needs one");
  const { content: text, providerOptions } = last;
  const part = { type: "text" as const, text, ...(providerOptions && { providerOptions }) };
  return [...prompt.slice(0, -1), { role: "user", content: [part] }];
}

/** Within what follows the model's message, results come before all other messages. */
function withResultsFirst(prompt: LanguageModelV4Prompt): LanguageModelV4Prompt {
  if (!prompt.some(({ role }, at) => role === "tool" && isOther(prompt[at - 1]))) return prompt;
  const ordered: LanguageModelV4Prompt = [];
  for (const message of prompt) {
    const at = message.role === "tool" ? placeOfResults(ordered) : ordered.length;
    const before = ordered[at - 1];
    if (message.role === "tool" && before?.role === "tool") before.content.push(...message.content);
    else ordered.splice(at, 0, message);
  }
  return ordered;
}

function isOther(message: LanguageModelV4Message | undefined): boolean {
  return message?.role === "user" || message?.role === "system";
}

/** Returns the place behind the model's last message and the results that follow it. */
function placeOfResults(ordered: LanguageModelV4Prompt): number {
  const calls = ordered.findLastIndex(({ role }) => role === "assistant");
  if (calls < 0) return ordered.length;
  return ordered[calls + 1]?.role === "tool" ? calls + 2 : calls + 1;
}
