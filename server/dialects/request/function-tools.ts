import type {
  LanguageModelV4CallOptions,
  LanguageModelV4FunctionTool,
  LanguageModelV4ProviderTool,
  LanguageModelV4ToolChoice,
} from "@ai-sdk/provider";
import { isRecord } from "#lib/is-record.ts";
import type { Body } from "../dialect.ts";
import { invalid, listAt, omitUndefined, recordAt, recordsOf, stringAt, textOf } from "../read-field.ts";
import { optionsFor, type Target } from "../target.ts";
import { cacheOptions } from "./content-parts.ts";
import { type FlatTool, flatNameIn, flatTools, isToolSearch, TOOL_SEARCH, wrapCustom } from "./flat-tools.ts";
import { isGoogleTool, VALIDATED } from "./google-request.ts";
import { loadedTools } from "./loaded-tools.ts";
import { isWebSearch, webSearchTool } from "./web-search-tool.ts";

type Tool = LanguageModelV4FunctionTool | LanguageModelV4ProviderTool;
type Decoded = Pick<LanguageModelV4CallOptions, "tools" | "toolChoice">;

/**
 * Reads `tools` and `tool_choice` of either OpenAI dialect (flat or nested functions). Throws HttpError 400 that names
 * the field; tools that the target does not support are dropped with a note.
 */
export function decodeTools(body: Body, target: Target): Decoded {
  const list = body.tools === undefined || body.tools === null ? [] : listAt(body.tools, "tools");
  const declared = list.map((tool, index) => ({ tool: recordAt(tool, `tools[${index}]`), path: `tools[${index}]` }));
  const placed = [...declared, ...loadedTools(body)];
  const isAlone = !placed.some(
    ({ tool }) => isFunction(tool) || tool.type === "custom" || tool.type === "namespace" || isToolSearch(tool),
  );
  const flat = flatTools(placed.map(({ tool }) => tool));
  const tools = placed.flatMap(({ tool, path }) => decodeTool(tool, path, { isAlone, flat }, target));
  const choice = body.tool_choice;
  if (choice === undefined || choice === null) return tools.length > 0 ? { tools } : {};
  const allowed = allowedTools(choice, flat);
  const callableTools = allowed ? tools.filter((tool) => allowed.names.has(tool.name)) : tools;
  if (allowed) target.notes.add("tool_choice: tools that are not allowed are omitted");
  const toolChoice = decodeChoice(allowed ? allowed.mode : choice, flat, target);
  if (callableTools.length > 0) return omitUndefined({ tools: callableTools, toolChoice });
  // The SDK packages drop the choice too, without a warning.
  if (toolChoice?.type === "required" || toolChoice?.type === "tool") target.notes.add("tool_choice: dropped");
  return omitUndefined({ toolChoice });
}

function isFunction({ type }: Body): boolean {
  return type === "function" || type === undefined;
}

/** `isAlone`: the caller defines no functions. `flat`: tools that the target gets under another name or form. */
type Others = { isAlone: boolean; flat: readonly FlatTool[] };

function decodeTool(tool: Body, path: string, { isAlone, flat }: Others, target: Target): Tool[] {
  // Google gets it as it is.
  if (target.family === "google" && isGoogleTool(tool)) return [];
  if (isWebSearch(tool.type)) return webSearchTool(tool, path, isAlone, target);
  if (isFunction(tool)) return [functionTool(tool, path, target)];
  if (tool.type === "custom") return [wrappedTool(tool, path, flat, target)];
  if (tool.type === "namespace") return namespaceTools(tool, path, flat, target);
  if (isToolSearch(tool)) return [searchTool(tool, path, flat, target)];
  target.notes.add(`${path} (${textOf(tool.type) ?? "unknown"}): dropped`);
  return [];
}

/** Returns the client's search for tools as a function. */
function searchTool(tool: Body, path: string, flat: readonly FlatTool[], target: Target): LanguageModelV4FunctionTool {
  target.notes.add(`${path} (${TOOL_SEARCH}): sent as a function`);
  return functionTool({ ...tool, type: "function", name: flatNameIn(flat, TOOL_SEARCH) }, path, target);
}

/** Returns a custom tool as a function with one text argument. */
function wrappedTool(
  tool: Body,
  path: string,
  flat: readonly FlatTool[],
  target: Target,
  namespace?: string,
): LanguageModelV4FunctionTool {
  const definition = isRecord(tool.custom) ? tool.custom : tool;
  const name = stringAt(definition.name, `${path}.name`);
  target.notes.add(`${path} (custom): sent as a function`);
  const options = { ...deferOptions(definition, path, target), ...cacheOptions(tool, target) };
  return omitUndefined({
    type: "function",
    name: flatNameIn(flat, name, namespace),
    ...wrapCustom(tool),
    providerOptions: Object.keys(options).length > 0 ? options : undefined,
  });
}

/** Returns the tools of a namespace as a flat list. Its name prefixes theirs, and its description is added to each. */
function namespaceTools(
  tool: Body,
  path: string,
  flat: readonly FlatTool[],
  target: Target,
): LanguageModelV4FunctionTool[] {
  const namespace = stringAt(tool.name, `${path}.name`);
  target.notes.add(`${path} (namespace): its tools are sent as functions`);
  const members = listAt(tool.tools ?? [], `${path}.tools`);
  return members.flatMap((value, index) => {
    const place = `${path}.tools[${index}]`;
    const member = recordAt(value, place);
    if (member.type === "custom") return [wrappedTool(member, place, flat, target, namespace)];
    if (!isFunction(member)) {
      target.notes.add(`${place} (${textOf(member.type) ?? "unknown"}): dropped`);
      return [];
    }
    const one = functionTool(member, place, target);
    return [{ ...one, name: flatNameIn(flat, one.name, namespace) }];
  });
}

function functionTool(tool: Body, path: string, target: Target): LanguageModelV4FunctionTool {
  const nested = isRecord(tool.function) ? tool.function : tool;
  const base = nested === tool ? path : `${path}.function`;
  const parameters = nested.parameters ?? { type: "object", properties: {} };
  const options = { ...deferOptions(nested, path, target), ...cacheOptions(tool, target) };
  return omitUndefined({
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
  if (target.family === "openai") return optionsFor(target, { deferLoading: true });
  // The search that would load the tool later exists only at OpenAI; elsewhere the model would never see the tool.
  target.notes.add(`${path}.defer_loading: dropped`);
  return {};
}

function allowedTools(choice: unknown, flat: readonly FlatTool[]): { names: Set<string>; mode: unknown } | undefined {
  if (!isRecord(choice) || choice.type !== "allowed_tools") return undefined;
  const choices = isRecord(choice.allowed_tools) ? choice.allowed_tools : choice;
  const names = recordsOf(choices.tools).flatMap((tool) => {
    if (tool.type === "namespace") {
      return flat.filter(({ namespace }) => namespace === tool.name).map(({ flatName }) => flatName);
    }
    const name = chosenName(tool, flat);
    return name === undefined ? [] : [name];
  });
  return { names: new Set(names), mode: choices.mode ?? "auto" };
}

/** Returns the target's name for the chosen tool. */
function chosenName(choice: Body, flat: readonly FlatTool[]): string | undefined {
  const inner = [choice.function, choice.custom].find(isRecord) ?? choice;
  const name = textOf(inner.name);
  return name === undefined ? undefined : flatNameIn(flat, name, textOf(inner.namespace));
}

function decodeChoice(
  choice: unknown,
  flat: readonly FlatTool[],
  target: Target,
): LanguageModelV4ToolChoice | undefined {
  if (choice === "auto" || choice === "none" || choice === "required") return { type: choice };
  // Google's mode of calls that match their schemas, which GitHub Copilot asks for: `googleRequest` sends it.
  if (choice === VALIDATED) {
    if (target.family !== "google") target.notes.add(`tool_choice (${VALIDATED}): sent as auto`);
    return { type: "auto" };
  }
  // Mistral's word for it.
  if (choice === "any") return { type: "required" };
  if (!isRecord(choice)) throw invalid("tool_choice", "must be auto, none, required or an object");
  const isFunctionChoice = choice.type === undefined && isRecord(choice.function);
  if (choice.type === "function" || choice.type === "custom" || isFunctionChoice) {
    return { type: "tool", toolName: stringAt(chosenName(choice, flat), "tool_choice.name") };
  }
  target.notes.add(`tool_choice (${textOf(choice.type) ?? "unknown"}): dropped`);
  return undefined;
}
