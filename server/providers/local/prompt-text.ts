import type { LanguageModelV4Message, LanguageModelV4Prompt } from "@ai-sdk/provider";

/** Returns the texts of a message in order, without files. */
export function textsOf(message: LanguageModelV4Message): string[] {
  if (message.role === "system") return [message.content];
  return message.content.flatMap((part) => {
    if (part.type === "text" || part.type === "reasoning") return [part.text];
    if (part.type === "tool-call") return [part.toolName, JSON.stringify(part.input)];
    return part.type === "tool-result" ? [resultText(part.output)] : [];
  });
}

/** Returns the last user text; empty if there is no user message. */
export function lastUserText(prompt: LanguageModelV4Prompt): string {
  const message = prompt.findLast(({ role }) => role === "user");
  return message ? textsOf(message).join("\n") : "";
}

type Message<Role> = Extract<LanguageModelV4Message, { role: Role }>;
type ToolResult = Extract<Message<"tool">["content"][number], { type: "tool-result" }>;

function resultText(output: ToolResult["output"]): string {
  if (output.type === "execution-denied") return output.reason ?? "";
  if (output.type === "content") return output.value.map((part) => (part.type === "text" ? part.text : "")).join("\n");
  return typeof output.value === "string" ? output.value : JSON.stringify(output.value);
}
