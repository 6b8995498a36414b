import type { LanguageModelV4Prompt } from "@ai-sdk/provider";
import type { Body, Dialect } from "#server/dialects/dialect.ts";
import { withNumbersOf } from "#server/json/exact-numbers.ts";
import type { ToolIds } from "#server/providers/requests/tool-ids.ts";

const NOTE = "ids of tool calls: changed to a form that the provider accepts";

/**
 * Returns a body whose tool call ids its native upstream accepts, or the same body if nothing changes. Another provider
 * may have served an earlier turn, and some providers number calls from zero in every turn. The ids in a response are
 * new, so it returns to the client unchanged.
 */
export function withOwnToolIds(dialect: Dialect["id"], body: Body, ids: ToolIds, notes: string[]): Body {
  const field = dialect === "responses" ? "input" : "messages";
  const list = body[field];
  if (!Array.isArray(list)) return body;
  const names = callNames(ids);
  const changed = changedList(list, (entry) => IN_ENTRY[dialect](entry, names));
  if (changed === list) return body;
  notes.push(NOTE);
  return withNumbersOf(body, { ...body, [field]: changed });
}

/** Does the same for a neutral request. */
export function withOwnCallIds(prompt: LanguageModelV4Prompt, ids: ToolIds, notes: string[]): LanguageModelV4Prompt {
  const names = callNames(ids);
  const changed = changedList(prompt as unknown as Body[], (message) =>
    inParts(message, "content", (part) =>
      renamed(part, "toolCallId", part.type === "tool-call" ? names.call : names.result),
    ),
  );
  if (changed !== (prompt as unknown)) notes.push(NOTE);
  return changed as unknown as LanguageModelV4Prompt;
}

/** Return the id that is sent for that of a call or of a result. */
type Names = { call(id: string): string; result(id: string): string };

/** Returns the names for one request, whose calls and results must be read in their order. */
function callNames(ids: ToolIds): Names {
  const sent = new Set<string>();
  const unanswered = new Map<string, string[]>();
  const last = new Map<string, string>();
  const valid = (id: string) => (ids.takes.test(id) ? id : ids.made(id));
  return {
    call(id) {
      let name = valid(id);
      for (let round = 2; ids.areUnique && sent.has(name); round++) name = ids.made(`${id} ${round}`);
      sent.add(name);
      last.set(id, name);
      unanswered.set(id, [...(unanswered.get(id) ?? []), name]);
      return name;
    },
    result: (id) => unanswered.get(id)?.shift() ?? last.get(id) ?? valid(id),
  };
}

const IN_ENTRY: Record<Dialect["id"], (entry: Body, names: Names) => Body> = {
  responses: (item, { call, result }) =>
    renamed(item, "call_id", String(item.type).endsWith("_output") ? result : call),
  chat: (message, { call, result }) =>
    message.role === "tool"
      ? renamed(message, "tool_call_id", result)
      : inParts(message, "tool_calls", (part) => renamed(part, "id", call)),
  completions: (prompt) => prompt,
  messages: (message, { call, result }) =>
    inParts(message, "content", (block) => {
      if (block.type === "tool_use") return renamed(block, "id", call);
      return block.type === "tool_result" ? renamed(block, "tool_use_id", result) : block;
    }),
};

function renamed(entry: Body, field: string, nameOf: (id: string) => string): Body {
  const id = entry[field];
  const name = typeof id === "string" ? nameOf(id) : id;
  return name === id ? entry : withNumbersOf(entry, { ...entry, [field]: name });
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
