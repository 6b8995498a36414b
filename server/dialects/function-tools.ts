import type {
  LanguageModelV4CallOptions,
  LanguageModelV4FunctionTool,
  LanguageModelV4ProviderTool,
  LanguageModelV4ToolChoice,
} from "@ai-sdk/provider";
import { cacheOptions } from "./content-parts.ts";
import type { Body } from "./dialect.ts";
import { defined, invalid, isRecord, listAt, recordAt, recordsOf, stringAt, textOf } from "./read-field.ts";
import { optionsFor, type Target } from "./target.ts";
import { isWebSearch, webSearchTool } from "./web-search-tool.ts";

type Tool = LanguageModelV4FunctionTool | LanguageModelV4ProviderTool;
type Decoded = Pick<LanguageModelV4CallOptions, "tools" | "toolChoice">;

/**
 * Reads `tools` and `tool_choice` of either OpenAI dialect (functions flat or nested).
 * Throws HttpError 400 naming the field; tools the target cannot have are left out and noted.
 */
export function decodeTools(body: Body, target: Target): Decoded {
  const list = body.tools === undefined || body.tools === null ? [] : listAt(body.tools, "tools");
  const alone = !recordsOf(list).some(isFunction);
  const tools = list.flatMap((tool, index) => {
    const path = `tools[${index}]`;
    return decodeTool(recordAt(tool, path), path, alone, target);
  });
  const choice = body.tool_choice;
  if (choice === undefined || choice === null) return tools.length > 0 ? { tools } : {};
  const allowed = allowedTools(choice);
  const kept = allowed ? tools.filter((tool) => allowed.names.has(tool.name)) : tools;
  if (allowed) target.notes.add("tool_choice: the tools that are not allowed are left out");
  const toolChoice = decodeChoice(allowed ? allowed.mode : choice, target);
  if (kept.length > 0) return defined({ tools: kept, toolChoice });
  // The vendors' packages leave the choice out too, without a word.
  if (toolChoice?.type === "required" || toolChoice?.type === "tool") target.notes.add("tool_choice: dropped");
  return defined({ toolChoice });
}

function isFunction({ type }: Body): boolean {
  return type === "function" || type === undefined;
}

function decodeTool(tool: Body, path: string, alone: boolean, target: Target): Tool[] {
  if (isWebSearch(tool.type)) return webSearchTool(tool, path, alone, target);
  if (isFunction(tool)) return [functionTool(tool, path, target)];
  target.notes.add(`${path} (${textOf(tool.type) ?? "unknown"}): dropped`);
  return [];
}

function functionTool(tool: Body, path: string, target: Target): LanguageModelV4FunctionTool {
  const nested = isRecord(tool.function) ? tool.function : tool;
  const base = nested === tool ? path : `${path}.function`;
  const parameters = nested.parameters ?? { type: "object", properties: {} };
  const options = { ...deferOptions(nested, path, target), ...cacheOptions(tool, target) };
  return defined({
    type: "function",
    name: stringAt(nested.name, `${base}.name`),
    description: textOf(nested.description),
    inputSchema: recordAt(parameters, `${base}.parameters`),
    strict: typeof nested.strict === "boolean" ? nested.strict : undefined,
    providerOptions: Object.keys(options).length > 0 ? options : undefined,
  });
}

function deferOptions(tool: Body, path: string, target: Target) {
  if (tool.defer_loading !== true) return {};
  if (target.family === "openai" || target.family === "anthropic") return optionsFor(target, { deferLoading: true });
  target.notes.add(`${path}.defer_loading: dropped`);
  return {};
}

function allowedTools(choice: unknown): { names: Set<string>; mode: unknown } | undefined {
  if (!isRecord(choice) || choice.type !== "allowed_tools") return undefined;
  const given = isRecord(choice.allowed_tools) ? choice.allowed_tools : choice;
  const names = recordsOf(given.tools).map((tool) => (isRecord(tool.function) ? tool.function.name : tool.name));
  return { names: new Set(names.filter((name) => typeof name === "string")), mode: given.mode ?? "auto" };
}

function decodeChoice(choice: unknown, target: Target): LanguageModelV4ToolChoice | undefined {
  if (choice === "auto" || choice === "none" || choice === "required") return { type: choice };
  if (!isRecord(choice)) throw invalid("tool_choice", "must be auto, none, required or an object");
  if (choice.type === "function") {
    const name = isRecord(choice.function) ? choice.function.name : choice.name;
    return { type: "tool", toolName: stringAt(name, "tool_choice.name") };
  }
  target.notes.add(`tool_choice (${textOf(choice.type) ?? "unknown"}): dropped`);
  return undefined;
}
