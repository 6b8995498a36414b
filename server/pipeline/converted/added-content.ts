import type {
  LanguageModelV4CallOptions,
  LanguageModelV4FunctionTool,
  LanguageModelV4Message,
  LanguageModelV4ToolChoice,
} from "@ai-sdk/provider";
import { isRecord } from "#lib/is-record.ts";
import type { Body } from "#server/dialects/dialect.ts";
import { textOf } from "#server/dialects/read-field.ts";
import { jsonCopy } from "../streaming/json-copy.ts";

/** What the gateway adds to a request whose server tools it runs. `body`: the caller's, without these tools. */
export type MoreContent = {
  body: Body;
  tools: readonly LanguageModelV4FunctionTool[];
  /** Notes for the caller about the servers of these tools. */
  notes?: readonly string[];
  /** The turns so far: tool calls and their results. */
  messages: readonly LanguageModelV4Message[];
};

const NO_CHOICE = "tool_choice: dropped";

/**
 * Adds copies of tools and messages to a request: their names and ids are changed in place for each provider. Returns
 * the notes on what was dropped.
 */
export function addContent(
  options: LanguageModelV4CallOptions,
  notes: readonly string[],
  { body, tools, messages }: MoreContent,
): readonly string[] {
  options.tools = [...(options.tools ?? []), ...tools.map((tool) => ({ ...tool }))];
  options.prompt.push(...messages.map(jsonCopy));
  // The dialect has read the choice without the added tools.
  const choice = notes.includes(NO_CHOICE) ? (options.toolChoice ?? choiceIn(body)) : undefined;
  const isKept = choice && (choice.type !== "tool" || options.tools.some(({ name }) => name === choice.toolName));
  if (isKept) options.toolChoice = choice;
  const { type } = options.toolChoice ?? {};
  // A model that must call a tool in every step would never finish.
  const hasCalled = messages.some(({ role }) => role === "tool");
  if (hasCalled && (type === "required" || type === "tool")) options.toolChoice = { type: "auto" };
  return isKept ? notes.filter((note) => note !== NO_CHOICE) : notes;
}

/** Returns the choice of a messages request; the other dialects keep theirs. */
function choiceIn({ tool_choice: choice }: Body): LanguageModelV4ToolChoice | undefined {
  if (!isRecord(choice)) return undefined;
  const toolName = textOf(choice.name);
  if (choice.type === "tool") return toolName === undefined ? undefined : { type: "tool", toolName };
  if (choice.type === "any") return { type: "required" };
  return choice.type === "auto" || choice.type === "none" ? { type: choice.type } : undefined;
}
