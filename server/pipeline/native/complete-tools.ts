import { isRecord } from "#lib/is-record.ts";
import type { Body } from "#server/dialects/dialect.ts";
import { VALIDATED } from "#server/dialects/request/google-request.ts";
import { withNumbersOf } from "#server/json/exact-numbers.ts";

/**
 * Removes what says nothing without tools, and what OpenAI rejects there: an empty list of tools or calls, and settings
 * of calls (https://github.com/anomalyco/opencode/pull/48857). Adds `type: "function"` to the functions of a chat body that lack it. Replaces fields of `body` but copies nested
 * values. Mistral's clients omit the type, which is Mistral's default; OpenAI and others reject such a body. They also
 * reject Google's `tool_choice`, which becomes `auto`; `notes` says so.
 */
export function completeTools(body: Body, notes: string[]): void {
  if (body.tool_choice === VALIDATED) {
    body.tool_choice = "auto";
    notes.push(`tool_choice (${VALIDATED}): sent as auto`);
  }
  if (isEmpty(body.tools)) delete body.tools;
  if (!body.tools && !body.functions) dropCallSettings(body);
  if (someLacksType(body.tools)) body.tools = withTypes(body.tools);
  if (lacksType(body.tool_choice)) body.tool_choice = withType(body.tool_choice);
  const { messages } = body;
  if (!Array.isArray(messages) || !messages.some((message) => hasNoCalls(message) || hasIncompleteCalls(message)))
    return;
  body.messages = messages.map((message: Body) =>
    hasIncompleteCalls(message)
      ? withNumbersOf(message, { ...message, tool_calls: withTypes(message.tool_calls) })
      : withoutNoCalls(message),
  );
}

/** A forced call without tools stays the caller's mistake. */
function dropCallSettings(body: Body): void {
  if (body.tool_choice === "auto" || body.tool_choice === "none") delete body.tool_choice;
  delete body.parallel_tool_calls;
}

function isEmpty(list: unknown): boolean {
  return Array.isArray(list) && list.length === 0;
}

function hasNoCalls(message: unknown): boolean {
  return isRecord(message) && isEmpty(message.tool_calls);
}

function withoutNoCalls(message: Body): Body {
  if (!hasNoCalls(message)) return message;
  const { tool_calls: _, ...rest } = message;
  return withNumbersOf(message, rest);
}

function hasIncompleteCalls(message: unknown): boolean {
  return isRecord(message) && someLacksType(message.tool_calls);
}

function someLacksType(list: unknown): boolean {
  return Array.isArray(list) && list.some(lacksType);
}

function lacksType(entry: unknown): entry is Body {
  return isRecord(entry) && entry.type === undefined && isRecord(entry.function);
}

function withTypes(list: unknown): unknown {
  return (list as unknown[]).map((entry) => (lacksType(entry) ? withType(entry) : entry));
}

function withType(entry: Body): Body {
  return withNumbersOf(entry, { type: "function", ...entry });
}
