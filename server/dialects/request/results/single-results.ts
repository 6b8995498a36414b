import type { LanguageModelV4Message, LanguageModelV4Prompt } from "@ai-sdk/provider";
import type { Target } from "../../target.ts";

type ToolMessage = Extract<LanguageModelV4Message, { role: "tool" }>;

/**
 * Returns a prompt in which no call has more than one result: of several, the last one, with a note. Some agents send a
 * result again (https://github.com/Kilo-Org/kilocode/pull/3772), and most providers then reject the conversation. Calls
 * with the same id have as many results.
 */
export function withSingleResults(prompt: LanguageModelV4Prompt, target: Pick<Target, "notes">): LanguageModelV4Prompt {
  return prompt.map((message, at) => {
    if (message.role !== "tool") return message;
    const content = lastResults(message, callsBefore(prompt, at));
    if (content.length === message.content.length) return message;
    target.notes.add("results of tools: only the last one of a call is sent");
    return { ...message, content };
  });
}

/** Returns the number of calls by id in the model's message before this place. */
function callsBefore(prompt: LanguageModelV4Prompt, at: number): Map<string, number> {
  const calls = new Map<string, number>();
  const before = prompt[at - 1];
  if (before?.role !== "assistant") return calls;
  for (const part of before.content)
    if (part.type === "tool-call") calls.set(part.toolCallId, (calls.get(part.toolCallId) ?? 0) + 1);
  return calls;
}

function lastResults({ content }: ToolMessage, calls: ReadonlyMap<string, number>): ToolMessage["content"] {
  const left = new Map(calls);
  const kept = content.toReversed().filter((part) => {
    if (part.type !== "tool-result") return true;
    const count = left.get(part.toolCallId);
    if (count === undefined) return true;
    left.set(part.toolCallId, count - 1);
    return count > 0;
  });
  return kept.toReversed();
}
