import { isRecord } from "#lib/is-record.ts";
import type { Body } from "../dialect.ts";
import { recordsOf, textOf } from "../read-field.ts";
import { type FlatTool, flatTools } from "./flat-tools.ts";

// A client may send some of its tools only when the model has searched for them. They then stand in the conversation:
// https://developers.openai.com/api/docs/guides/tools-tool-search

/** A tool of a request, and its place in the body. */
export type PlacedTool = { tool: Body; path: string };

/** Returns the tools of a body that the target gets under other names, those within the conversation included. */
export function flatToolsOf(body: Body): readonly FlatTool[] {
  return flatTools([...recordsOf(body.tools), ...loadedTools(body).map(({ tool }) => tool)]);
}

/** Returns the tools that the conversation adds to those of the body, each once. */
export function loadedTools({ tools, input }: Body): PlacedTool[] {
  if (!Array.isArray(input) || !input.some(addsTools)) return [];
  const known = new Set(recordsOf(tools).flatMap((tool) => keysOf(tool)));
  return input.flatMap((item, at) => {
    if (!addsTools(item)) return [];
    return recordsOf(item.tools).flatMap((tool, index) => {
      const unknown = withoutKnown(tool, known);
      return unknown ? [{ tool: unknown, path: `input[${at}].tools[${index}]` }] : [];
    });
  });
}

/** Returns whether the client ran a search: the provider's own searches have no call id. */
export function isClientSearch({ call_id: id, execution }: Body): boolean {
  return execution !== "server" && typeof id === "string";
}

function addsTools(item: unknown): item is Body {
  if (!isRecord(item)) return false;
  return item.type === "additional_tools" || (item.type === "tool_search_output" && isClientSearch(item));
}

/** Returns the tool, or the part of a namespace, that is not known yet, and adds it. It is no longer deferred. */
function withoutKnown({ defer_loading: _, ...tool }: Body, known: Set<string>, namespace?: unknown): Body | undefined {
  if (tool.type === "namespace") {
    const members = recordsOf(tool.tools).flatMap((member) => withoutKnown(member, known, tool.name) ?? []);
    return members.length > 0 ? { ...tool, tools: members } : undefined;
  }
  const key = keyOf(tool, namespace);
  if (known.has(key)) return undefined;
  known.add(key);
  return tool;
}

function keysOf(tool: Body): string[] {
  if (tool.type !== "namespace") return [keyOf(tool, undefined)];
  return recordsOf(tool.tools).map((member) => keyOf(member, tool.name));
}

function keyOf({ name, type }: Body, namespace: unknown): string {
  return JSON.stringify([textOf(namespace) ?? null, textOf(name) ?? type ?? null]);
}
