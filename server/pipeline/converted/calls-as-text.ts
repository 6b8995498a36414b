import type {
  LanguageModelV4CallOptions,
  LanguageModelV4Message,
  LanguageModelV4TextPart,
  LanguageModelV4ToolCallPart,
} from "@ai-sdk/provider";
import { resultText } from "#server/dialects/request/results/result-text.ts";
import type { DialectId } from "#server/providers/provider.ts";

type Content = Exclude<LanguageModelV4Message, { role: "system" }>["content"][number];

/**
 * Turns tool calls and results of earlier turns into text if the request has no tools, for a provider that accepts them
 * only alongside tools. Its SDK package would leave them out.
 */
export function writeCallsAsText(options: LanguageModelV4CallOptions, dialect: DialectId, notes: string[]): void {
  if (hasTools(options) || !options.prompt.some(hasCalls)) return;
  options.prompt = options.prompt.map((message) => (hasCalls(message) ? asText(message) : message));
  const field = dialect === "responses" ? "input" : "messages";
  notes.push(`${field}[] (tool calls and results): changed to text, because the request has no tools`);
}

/** A response in a JSON format is sent as a tool. */
function hasTools({ tools, toolChoice, responseFormat }: LanguageModelV4CallOptions): boolean {
  if (responseFormat?.type === "json" && responseFormat.schema) return true;
  return tools !== undefined && tools.length > 0 && toolChoice?.type !== "none";
}

function hasCalls({ content }: LanguageModelV4Message): boolean {
  return Array.isArray(content) && content.some(({ type }) => type === "tool-call" || type === "tool-result");
}

function asText(message: LanguageModelV4Message): LanguageModelV4Message {
  if (message.role === "system") return message;
  const content = (message.content as Content[]).flatMap(textOf);
  return { role: message.role === "assistant" ? "assistant" : "user", content } as LanguageModelV4Message;
}

function textOf(part: Content): Content[] {
  if (part.type === "tool-call") return [text(`Call of the tool ${part.toolName}: ${inputOf(part)}`)];
  if (part.type === "tool-result") return resultText(part);
  return [part];
}

function inputOf({ input }: LanguageModelV4ToolCallPart): string {
  return typeof input === "string" ? input : JSON.stringify(input);
}

function text(said: string): LanguageModelV4TextPart {
  return { type: "text", text: said };
}
