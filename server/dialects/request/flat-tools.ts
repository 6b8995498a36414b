import { isRecord } from "#lib/is-record.ts";
import type { Body } from "../dialect.ts";
import { parseJson } from "../parse-json.ts";
import { recordsOf, textOf } from "../read-field.ts";

/** A function sent to the target instead of a tool that it does not support. */
export type FlatTool = {
  /** The function's name. */
  flatName: string;
  /** The caller's name of the tool, within `namespace` if it has one. */
  name: string;
  namespace?: string;
  /** The tool takes text instead of arguments; the function has it as `input`. */
  isCustom: boolean;
  /** The client's search for more of its tools, whose calls have items of their own. */
  isSearch?: true;
};

/** The name of the function that replaces the client's search for tools, which has none. */
export const TOOL_SEARCH = "tool_search";

/**
 * Returns the tools that the target gets as functions with other names or forms: tools in namespaces, custom tools, and
 * the client's search for tools.
 * All requests and responses of a conversation compute the same names from the same tools.
 */
export function flatTools(tools: unknown): readonly FlatTool[] {
  const list = recordsOf(tools);
  const usedNames = new Set(list.filter(({ type }) => type === "function").map(nameOf));
  const flat: FlatTool[] = [];
  const add = (tool: Body, namespace?: string) => {
    const name = nameOf(tool);
    if (name === undefined) return;
    let flatName = flatNameOf(name, namespace);
    while (usedNames.has(flatName)) flatName += "_";
    usedNames.add(flatName);
    const isSearch = isToolSearch(tool) && { isSearch: true as const };
    const place = namespace !== undefined && { namespace };
    flat.push({ flatName, name, ...place, isCustom: tool.type === "custom", ...isSearch });
  };
  for (const tool of list) {
    if (tool.type === "custom") add(tool);
    if (isToolSearch(tool)) add({ ...tool, name: TOOL_SEARCH });
    if (tool.type === "namespace") for (const member of membersOf(tool)) add(member, textOf(tool.name));
  }
  return flat;
}

/** Returns the target's name for a tool, even if it is no longer in `tools`. */
export function flatNameIn(tools: readonly FlatTool[], name: string, namespace?: string): string {
  const match = tools.find((tool) => tool.name === name && tool.namespace === namespace);
  return match?.flatName ?? flatNameOf(name, namespace);
}

/** Returns whether a tool searches for more tools of the client, and the client runs it. */
export function isToolSearch({ type, execution }: Body): boolean {
  return type === "tool_search" && execution === "client";
}

/** Returns the functions and custom tools of a namespace. */
export function membersOf(namespace: Body): readonly Body[] {
  return recordsOf(namespace.tools).filter(({ type }) => type === "function" || type === "custom");
}

/** Returns the description and schema of the function that replaces a custom tool. */
export function wrapCustom(tool: Body): { description: string | undefined; inputSchema: Body } {
  const { description, format } = definitionOf(tool);
  const { syntax, definition } = grammarOf(format);
  const grammar = definition ? ` It must match this ${syntax ?? "lark"} grammar:\n${definition}` : "";
  const input = { type: "string", description: `The whole input of the tool, as plain text.${grammar}` };
  const inputSchema = { type: "object", properties: { input }, required: ["input"], additionalProperties: false };
  return { description: textOf(description), inputSchema };
}

/** Returns the arguments of a function that replaces a custom tool. */
export function wrapInput(input: string): string {
  return JSON.stringify({ input });
}

/**
 * Returns the text in such arguments, and in those of a custom tool, which SDK packages return as a JSON text; returns
 * any other arguments unchanged.
 */
export function unwrapInput(text: string): string {
  const value = parseJson(text);
  if (typeof value === "string") return value;
  if (!isRecord(value)) return text;
  const { input, ...rest } = value;
  return typeof input === "string" && Object.keys(rest).length === 0 ? input : text;
}

function nameOf(tool: Body): string | undefined {
  return textOf(definitionOf(tool).name);
}

/** Returns a tool's definition, which the chat dialect nests one level deeper. */
function definitionOf(tool: Body): Body {
  if (isRecord(tool.custom)) return tool.custom;
  return isRecord(tool.function) ? tool.function : tool;
}

function flatNameOf(name: string, namespace: string | undefined): string {
  if (namespace === undefined) return name;
  return namespace.endsWith("__") ? namespace + name : `${namespace}__${name}`;
}

function grammarOf(format: unknown): { syntax: string | undefined; definition: string | undefined } {
  const outer = isRecord(format) ? format : {};
  const inner = isRecord(outer.grammar) ? outer.grammar : outer;
  return { syntax: textOf(inner.syntax), definition: textOf(inner.definition) };
}
