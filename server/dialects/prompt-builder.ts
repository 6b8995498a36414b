import type {
  LanguageModelV4Message,
  LanguageModelV4Prompt,
  LanguageModelV4ToolResultOutput,
  LanguageModelV4ToolResultPart,
} from "@ai-sdk/provider";
import { type ContentPart, decodeContent } from "./content-parts.ts";
import { invalid } from "./read-field.ts";
import type { Target } from "./target.ts";

type AssistantPart = Extract<LanguageModelV4Message, { role: "assistant" }>["content"][number];

export type PromptBuilder = ReturnType<typeof promptBuilder>;

/** Grows a neutral prompt in the order of the caller's messages and knows which call a result answers. */
export function promptBuilder(target: Target) {
  const prompt: LanguageModelV4Prompt = [];
  const toolNames = new Map<string, string>();

  const user = (content: ContentPart[]) => {
    prompt.push({ role: "user", content });
  };
  const system = (text: string, path: string) => {
    const isLate = prompt.some((message) => message.role !== "system");
    if (isLate && target.family === "google") {
      target.notes.add(`${path}: sent as a user message, since the target takes system messages only at the start`);
      user([{ type: "text", text }]);
    } else {
      prompt.push({ role: "system", content: text });
    }
  };
  /** `joins`: the parts belong to the assistant message before, if that is the last one. */
  const assistant = (parts: AssistantPart[], joins: boolean) => {
    for (const part of parts) if (part.type === "tool-call") toolNames.set(part.toolCallId, part.toolName);
    const last = prompt.at(-1);
    if (joins && last?.role === "assistant") last.content.push(...parts);
    else prompt.push({ role: "assistant", content: parts });
  };
  const toolResult = (id: string, output: unknown, path: string, name?: string) => {
    const toolName = toolNames.get(id) ?? name ?? "tool";
    const part: LanguageModelV4ToolResultPart = {
      type: "tool-result",
      toolCallId: id,
      toolName,
      output: toolOutput(output, path, target),
    };
    const last = prompt.at(-1);
    if (last?.role === "tool") last.content.push(part);
    else prompt.push({ role: "tool", content: [part] });
  };
  return { prompt, system, user, assistant, toolResult };
}

/** Many targets take only text from a tool, so parts are kept apart only where one is not text. */
function toolOutput(output: unknown, path: string, target: Target): LanguageModelV4ToolResultOutput {
  if (typeof output === "string") return { type: "text", value: output };
  if (!Array.isArray(output)) throw invalid(path, "must be a string or an array of parts");
  const parts = decodeContent(output, path, target);
  const texts = parts.flatMap((part) => (part.type === "text" ? [part.text] : []));
  return texts.length === parts.length ? { type: "text", value: texts.join("\n") } : { type: "content", value: parts };
}
