import type { z } from "zod";
import type { GenerationContent } from "#lib/contract/generation-content.ts";
import { isRecord } from "#lib/is-record.ts";

export type Content = z.output<typeof GenerationContent>;

/** A part of a message. `label`: its type, if it is not plain text. */
export type ShownPart = { text: string; label?: string; isCode: boolean };
export type ShownTurn = { role: string; parts: ShownPart[] };

type Json = Record<string, unknown>;

const LONGEST_FIELD = 120;

/** Pairs list items without ids with their positions. These lists never change. */
export function withPositions<Item>(items: readonly Item[]): { place: number; item: Item }[] {
  return items.map((item, place) => ({ place, item }));
}

const ROLES: Record<string, string> = {
  system: "System",
  developer: "Developer",
  user: "User",
  assistant: "Assistant",
  tool: "Tool",
  function: "Tool",
};

/** Returns the turns of a request in any dialect, for display. Unknown parts are shown as JSON. */
export function turnsOf(input: Content["input"]): ShownTurn[] {
  if ("prompt" in input) return [{ role: "User", parts: [plain(input.prompt)] }];
  return input.messages.map((message) => (isRecord(message) ? turnOf(message) : { role: "", parts: [json(message)] }));
}

function turnOf(message: Json): ShownTurn {
  const type = String(message.type ?? "");
  if (type.endsWith("_call")) return { role: "Assistant", parts: itemCall(type, message) };
  if (type.endsWith("_output")) return { role: "Tool", parts: outputOf(message) };
  if (message.type === "reasoning") return { role: "Assistant", parts: withLabel("Reasoning", message.summary) };
  if (typeof message.role !== "string") return { role: wordsOf(type), parts: [json(message)] };
  const calls = Array.isArray(message.tool_calls) ? message.tool_calls.filter(isRecord) : [];
  const called = calls.map(({ function: call }) => callOf(recordOf(call).name, recordOf(call).arguments));
  return { role: ROLES[message.role] ?? message.role, parts: [...partsOf(message.content), ...called] };
}

/**
 * The call of a tool as an item of its own (responses): of a function, or of a tool that the provider or client has,
 * whose result may be in the same item.
 */
function itemCall(type: string, item: Json): ShownPart[] {
  const { type: _type, id: _id, call_id: _callId, status: _status, name, output, outputs, ...rest } = item;
  const known = item.arguments ?? item.input ?? item.action ?? item.queries ?? item.code;
  const tool = type === "function_call" || type === "custom_tool_call" ? undefined : wordsOf(type.slice(0, -5));
  const called = callOf(name ?? tool, known);
  const shown = known === undefined ? { ...called, ...json(rest, LONGEST_FIELD) } : called;
  return [shown, ...withLabel("Tool result", output ?? outputs)];
}

/** What a tool returned; of a search for tools, the names of those that it found. */
function outputOf({ type, output, content, tools }: Json): ShownPart[] {
  if (type !== "tool_search_output" || !Array.isArray(tools)) return partsOf(output ?? content);
  const names = tools.flatMap(namesOf);
  return [{ ...plain(names.join("\n") || "None"), label: "Found tools" }];
}

/** The name of a tool, or the names of those in a namespace. */
function namesOf(tool: unknown): string[] {
  const { name, type, tools } = recordOf(tool);
  if (Array.isArray(tools)) return tools.flatMap(namesOf).map((inner) => (name ? `${name}.${inner}` : inner));
  return [String(name ?? type ?? "a tool")];
}

function partsOf(content: unknown): ShownPart[] {
  if (content === null || content === undefined || content === "") return [];
  if (typeof content === "string") return [plain(content)];
  return Array.isArray(content) ? content.map(partOf) : [json(content)];
}

function partOf(part: unknown): ShownPart {
  if (!isRecord(part)) return typeof part === "string" ? plain(part) : json(part);
  if (typeof part.text === "string") return plain(part.text);
  if (typeof part.title === "string" && typeof part.url === "string") return plain(`${part.title}\n${part.url}`);
  if (typeof part.refusal === "string") return { ...plain(part.refusal), label: "Refusal" };
  if (part.type === "thinking") return { ...plain(String(part.thinking ?? "")), label: "Reasoning" };
  const type = String(part.type ?? "Part");
  if (type.endsWith("tool_use")) return callOf(part.name, part.input);
  if (type.endsWith("tool_result")) return { ...joinParts(partsOf(part.content)), label: "Tool result" };
  return { ...json(part, LONGEST_FIELD), label: wordsOf(type) };
}

function withLabel(label: string, content: unknown): ShownPart[] {
  return partsOf(content).map((part) => ({ ...part, label }));
}

function callOf(name: unknown, value: unknown): ShownPart {
  const text = typeof value === "string" ? value : JSON.stringify(value ?? {}, null, 2);
  return { text, label: `Calls ${String(name ?? "a tool")}`, isCode: true };
}

function wordsOf(type: string): string {
  return type.replaceAll("_", " ");
}

function joinParts(parts: readonly ShownPart[]): ShownPart {
  return { text: parts.map(({ text }) => text).join("\n"), isCode: parts.some(({ isCode }) => isCode) };
}

function plain(text: string): ShownPart {
  return { text, isCode: false };
}

/** `longest`: only the beginning of files is shown. */
function json(value: unknown, longest = Number.POSITIVE_INFINITY): ShownPart {
  const short = (_key: string, inner: unknown) =>
    typeof inner === "string" && inner.length > longest ? `${inner.slice(0, longest)}…` : inner;
  return { text: JSON.stringify(value, short, 2), isCode: true };
}

function recordOf(value: unknown): Json {
  return isRecord(value) ? value : {};
}
