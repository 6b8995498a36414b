import type {
  LanguageModelV4FilePart,
  LanguageModelV4Message,
  LanguageModelV4Prompt,
  LanguageModelV4TextPart,
  LanguageModelV4ToolResultOutput,
  LanguageModelV4ToolResultPart,
} from "@ai-sdk/provider";
import { invalid } from "../read-field.ts";
import type { Target } from "../target.ts";
import { signLastText } from "../text-signature.ts";
import { type ContentPart, decodeContent } from "./content-parts.ts";
import { fitPrompt } from "./fit-prompt.ts";

type AssistantPart = Extract<LanguageModelV4Message, { role: "assistant" }>["content"][number];

export type PromptBuilder = ReturnType<typeof promptBuilder>;

/** Builds a neutral prompt in the order of the caller's messages and matches tool results to their calls. */
export function promptBuilder(target: Target) {
  const prompt: LanguageModelV4Prompt = [];
  const toolNames = new Map<string, string>();

  /** Files of tool results, held until the run of consecutive results ends. */
  const waiting: LanguageModelV4FilePart[] = [];

  const user = (content: ContentPart[]) => {
    prompt.push({ role: "user", content: [...waiting.splice(0), ...content] });
  };
  const endResults = () => {
    if (waiting.length > 0) user([]);
  };
  const system = (texts: LanguageModelV4TextPart[], path: string) => {
    endResults();
    const isLate = prompt.some((message) => message.role !== "system");
    if (isLate && target.family === "google") {
      target.notes.add(`${path}: sent as a user message, since the target takes system messages only at the start`);
      user(texts);
      return;
    }
    for (const { text, providerOptions } of texts) {
      prompt.push({ role: "system", content: text, ...(providerOptions && { providerOptions }) });
    }
  };
  /** `joins`: the parts belong to the previous assistant message, if that is the last one. */
  const assistant = (given: AssistantPart[], joins: boolean) => {
    // The chat dialect allows an empty turn; Gemini rejects it.
    const parts = given.filter((part) => part.type !== "text" || part.text !== "");
    if (parts.length === 0) return;
    endResults();
    for (const part of parts) if (part.type === "tool-call") toolNames.set(part.toolCallId, part.toolName);
    const last = prompt.at(-1);
    if (joins && last?.role === "assistant") last.content.push(...parts);
    else prompt.push({ role: "assistant", content: parts });
  };
  /** Restores Google's signature on the last text of the previous assistant message. */
  const signText = (signature: string): boolean => {
    const last = prompt.at(-1);
    return last?.role === "assistant" && signLastText(last.content, signature);
  };
  const toolResult = (id: string, output: unknown, path: string, name?: string) => {
    const toolName = toolNames.get(id) ?? name ?? "tool";
    const part: LanguageModelV4ToolResultPart = {
      type: "tool-result",
      toolCallId: id,
      toolName,
      output: toolOutput(output, path, target, waiting),
    };
    const last = prompt.at(-1);
    if (last?.role === "tool") last.content.push(part);
    else prompt.push({ role: "tool", content: [part] });
  };
  return {
    system,
    user,
    assistant,
    signText,
    toolResult,
    /** Returns the complete prompt. */
    end: () => {
      endResults();
      return fitPrompt(prompt, target);
    },
  };
}

/**
 * Returns a tool's output. Many targets accept only text, so parts stay separate only if one is not text or has a cache
 * mark. In the chat dialect a file would be sent as text of its bytes, so it is moved to `moved`.
 */
function toolOutput(
  output: unknown,
  path: string,
  target: Target,
  moved: LanguageModelV4FilePart[],
): LanguageModelV4ToolResultOutput {
  if (typeof output === "string") return { type: "text", value: output };
  if (!Array.isArray(output)) throw invalid(path, "must be a string or an array of parts");
  const parts = decodeContent(output, path, target);
  const texts = parts.filter((part) => part.type === "text");
  const files = parts.filter((part) => part.type === "file");
  const movesFiles = target.family === "compatible" && files.length > 0;
  if (movesFiles) {
    target.notes.add(`${path}: files moved to the next user message`);
    moved.push(...files);
  }
  const isPlain = (movesFiles || files.length === 0) && !texts.some(({ providerOptions }) => providerOptions);
  return isPlain
    ? { type: "text", value: texts.map(({ text }) => text).join("\n") }
    : { type: "content", value: parts };
}
