import type { LanguageModelV4Prompt } from "@ai-sdk/provider";
import type { Body, Dialect } from "#server/dialects/dialect.ts";
import { withNumbersOf } from "#server/json/exact-numbers.ts";
import type { ToolIds } from "#server/providers/requests/tool-ids.ts";

const NOTE = "ids of tool calls: changed to a form that the provider accepts";

/**
 * Returns a body whose tool call ids its native upstream accepts; another provider may have served an earlier turn.
 * Returns the same body if nothing changes. Responses contain only new ids, so nothing needs to be mapped back.
 */
export function withOwnToolIds(dialect: Dialect["id"], body: Body, ids: ToolIds, notes: string[]): Body {
  const field = dialect === "responses" ? "input" : "messages";
  const list = body[field];
  if (!Array.isArray(list)) return body;
  const changed = changedList(list, (entry) => IN_ENTRY[dialect](entry, ids));
  if (changed === list) return body;
  notes.push(NOTE);
  return withNumbersOf(body, { ...body, [field]: changed });
}

/** Does the same for a neutral request. */
export function withOwnCallIds(prompt: LanguageModelV4Prompt, ids: ToolIds, notes: string[]): LanguageModelV4Prompt {
  const changed = changedList(prompt as unknown as Body[], (message) =>
    inParts(message, "content", (part) => named(part, "toolCallId", ids)),
  );
  if (changed !== (prompt as unknown)) notes.push(NOTE);
  return changed as unknown as LanguageModelV4Prompt;
}

const IN_ENTRY: Record<Dialect["id"], (entry: Body, ids: ToolIds) => Body> = {
  responses: (item, ids) => named(item, "call_id", ids),
  chat: (message, ids) =>
    message.role === "tool"
      ? named(message, "tool_call_id", ids)
      : inParts(message, "tool_calls", (call) => named(call, "id", ids)),
  completions: (prompt) => prompt,
  messages: (message, ids) =>
    inParts(message, "content", (block) => {
      if (block.type === "tool_use") return named(block, "id", ids);
      return block.type === "tool_result" ? named(block, "tool_use_id", ids) : block;
    }),
};

function named(entry: Body, field: string, ids: ToolIds): Body {
  const id = entry[field];
  if (typeof id !== "string" || ids.takes.test(id)) return entry;
  return withNumbersOf(entry, { ...entry, [field]: ids.made(id) });
}

function inParts(entry: Body, field: string, change: (part: Body) => Body): Body {
  const parts = entry[field];
  if (!Array.isArray(parts)) return entry;
  const changed = changedList(parts, change);
  return changed === parts ? entry : withNumbersOf(entry, { ...entry, [field]: changed });
}

/** Returns a list with the changed entries, or the same list if none changed. */
function changedList(list: unknown[], change: (entry: Body) => Body): unknown[] {
  let copy: unknown[] | undefined;
  for (const [index, entry] of list.entries()) {
    if (typeof entry !== "object" || entry === null) continue;
    const changed = change(entry as Body);
    if (changed === entry) continue;
    copy ??= withNumbersOf(list, [...list]);
    copy[index] = changed;
  }
  return copy ?? list;
}
