import type { LanguageModelV4CallOptions, LanguageModelV4FunctionTool } from "@ai-sdk/provider";
import type { Answer } from "./answer.ts";
import { exampleOf } from "./example.ts";
import { lastUserText, textsOf } from "./prompt-text.ts";

/**
 * Repeats the last user text. Calls the first tool if the text says "use the tool" or the tool choice requires it;
 * after a tool result it returns the result. For JSON output it returns the smallest value that fits the schema.
 */
export function echo(options: LanguageModelV4CallOptions): Answer {
  const text = lastUserText(options.prompt);
  const reasoning = wantsReasoning(options, text) ? { reasoning: "The user's last message should be repeated." } : {};
  const last = options.prompt.at(-1);
  if (last?.role === "tool") return { ...reasoning, text: `The tool answered: ${textsOf(last).join("\n")}` };
  const tool = chosenTool(options, text);
  if (tool) return { ...reasoning, toolCall: callOf(tool, options, text) };
  return {
    ...reasoning,
    text: options.responseFormat?.type === "json" ? jsonEcho(options.responseFormat.schema, text) : text,
  };
}

/** The maximum length of the text in each string of a schema, which may have thousands of strings. */
const MAX_EXAMPLE_CHARACTERS = 1000;

function wantsReasoning({ reasoning }: LanguageModelV4CallOptions, text: string): boolean {
  const isReasoningRequested = reasoning !== undefined && reasoning !== "provider-default" && reasoning !== "none";
  return isReasoningRequested || text.toLowerCase().includes("think first");
}

function chosenTool(options: LanguageModelV4CallOptions, text: string): LanguageModelV4FunctionTool | undefined {
  const functions = (options.tools ?? []).filter((tool) => tool.type === "function");
  const choice = options.toolChoice;
  if (choice?.type === "none") return undefined;
  if (choice?.type === "tool") return functions.find(({ name }) => name === choice.toolName);
  return choice?.type === "required" || text.toLowerCase().includes("use the tool") ? functions[0] : undefined;
}

/**
 * Creates a request. Its id counts the calls of the conversation, so that ids are unique within it and the same in
 * every attempt.
 */
function callOf(tool: LanguageModelV4FunctionTool, { prompt }: LanguageModelV4CallOptions, text: string) {
  const calls = prompt.flatMap((message) => (message.role === "assistant" ? message.content : []));
  const number = calls.filter((part) => part.type === "tool-call").length + 1;
  return {
    toolCallId: `call_local_${number}`,
    toolName: tool.name,
    input: JSON.stringify(exampleOf(tool.inputSchema, text.slice(0, MAX_EXAMPLE_CHARACTERS))),
  };
}

function jsonEcho(schema: unknown, text: string): string {
  return JSON.stringify(schema === undefined ? { text } : exampleOf(schema, text.slice(0, MAX_EXAMPLE_CHARACTERS)));
}
