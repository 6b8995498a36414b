import type {
  JSONObject,
  JSONValue,
  LanguageModelV4CallOptions,
  LanguageModelV4FunctionTool,
  LanguageModelV4ToolChoice,
} from "@ai-sdk/provider";
import { flag, list, object, oneOf, optional, text } from "../shape.ts";
import { decodeServerTool } from "./decode-server-tool.ts";
import { anthropicOptions, cacheControl, type DecodeState, note } from "./decode-state.ts";

type Tools = NonNullable<LanguageModelV4CallOptions["tools"]>;

const KNOWN_KEYS = ["type", "name", "description", "input_schema", "strict", "input_examples", "cache_control"];
/** Anthropic-only settings, by the names in its SDK package. */
const ANTHROPIC_KEYS = new Map([
  ["defer_loading", "deferLoading"],
  ["eager_input_streaming", "eagerInputStreaming"],
  ["allowed_callers", "allowedCallers"],
]);

/** Reads the caller's own tools, and server tools that the target also has. */
export function decodeTools(value: unknown, reading: DecodeState): Tools | undefined {
  const tools = optional(value, "tools", list)?.map((item, index) => object(item, `tools[${index}]`)) ?? [];
  const isAlone = !tools.some(isCustom);
  const decoded = tools.flatMap((tool, index): Tools => {
    const path = `tools[${index}]`;
    return isCustom(tool) ? [customTool(tool, path, reading)] : decodeServerTool(tool, path, isAlone, reading);
  });
  return decoded.length > 0 ? decoded : undefined;
}

const choiceType = oneOf(["auto", "any", "none", "tool"]);

/** Reads the tool choice. `any` is the neutral `required`. Without any tool left, the choice is dropped with a note. */
export function decodeToolChoice(
  value: unknown,
  tools: Tools | undefined,
  reading: DecodeState,
): LanguageModelV4ToolChoice | undefined {
  const choice = optional(value, "tool_choice", object);
  if (choice === undefined) return undefined;
  const type = choiceType(choice.type, "tool_choice.type");
  const toolName = type === "tool" ? text(choice.name, "tool_choice.name") : undefined;
  if (optional(choice.disable_parallel_tool_use, "tool_choice.disable_parallel_tool_use", flag))
    oneCallAtATime(reading);
  const chosen = tools?.find(({ name }) => name === toolName);
  // Google's models cannot be made to use Google's own tools.
  const isUnforced = chosen?.type === "provider" && reading.target.family === "google";
  const missing = toolName === undefined ? tools === undefined : chosen === undefined;
  if (missing || isUnforced) {
    note(reading, "tool_choice", "dropped");
    return undefined;
  }
  if (toolName !== undefined) return { type: "tool", toolName };
  return { type: type === "any" ? "required" : type === "none" ? "none" : "auto" };
}

function isCustom(tool: JSONObject): boolean {
  return tool.type === undefined || tool.type === null || tool.type === "custom";
}

function customTool(tool: JSONObject, path: string, reading: DecodeState): LanguageModelV4FunctionTool {
  const description = optional(tool.description, `${path}.description`, text);
  const strict = optional(tool.strict, `${path}.strict`, flag);
  const examples = optional(tool.input_examples, `${path}.input_examples`, list);
  const providerOptions = anthropicOptions({
    cacheControl: cacheControl(tool, path, reading),
    ...anthropicSettings(tool, path, reading),
  });
  return {
    type: "function",
    name: text(tool.name, `${path}.name`),
    inputSchema: object(tool.input_schema, `${path}.input_schema`),
    ...(description !== undefined && { description }),
    ...(strict !== undefined && { strict }),
    ...(examples && { inputExamples: examples.map((input) => ({ input: object(input, `${path}.input_examples`) })) }),
    ...(providerOptions && { providerOptions }),
  };
}

function anthropicSettings(tool: JSONObject, path: string, reading: DecodeState): Record<string, JSONValue> {
  const settings: Record<string, JSONValue> = {};
  for (const [key, value] of Object.entries(tool)) {
    if (KNOWN_KEYS.includes(key) || value === null || value === undefined) continue;
    const name = ANTHROPIC_KEYS.get(key);
    if (name !== undefined && reading.target.family === "anthropic") settings[name] = value;
    else note(reading, `${path}.${key}`, "dropped");
  }
  return settings;
}

function oneCallAtATime(reading: DecodeState): void {
  const { family } = reading.target;
  if (family === "anthropic") reading.settings.disableParallelToolUse = true;
  else if (family === "openai") reading.settings.parallelToolCalls = false;
  else if (family === "compatible") reading.settings.parallel_tool_calls = false;
  else note(reading, "tool_choice.disable_parallel_tool_use", "dropped");
}
