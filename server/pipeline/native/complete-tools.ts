import { isRecord } from "#lib/is-record.ts";
import type { Body } from "#server/dialects/dialect.ts";
import { VALIDATED } from "#server/dialects/request/google-request.ts";
import { withNumbersOf } from "#server/json/exact-numbers.ts";

/**
 * Removes what OpenAI, DeepSeek or vLLM reject: empty lists of tools and calls, and tool settings without tools
 * (https://github.com/anomalyco/opencode/pull/48857, https://github.com/vllm-project/vllm/pull/39780). Adds
 * `type: "function"` to the functions of a chat body that lack it: Mistral's clients omit the type, which is Mistral's
 * default; OpenAI and others reject such a body. Google's `tool_choice` becomes `auto`, which `notes` lists. Replaces
 * fields of `body` but copies nested values.
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
  if (!Array.isArray(body.messages) || !body.messages.some(hasOddCalls)) return;
  body.messages = body.messages.map((message: Body) => (hasOddCalls(message) ? withCompleteCalls(message) : message));
}

/** A forced call without tools stays the caller's mistake. */
function dropCallSettings(body: Body): void {
  if (body.tool_choice === "auto" || body.tool_choice === "none") delete body.tool_choice;
  delete body.parallel_tool_calls;
}

function isEmpty(list: unknown): boolean {
  return Array.isArray(list) && list.length === 0;
}

function hasOddCalls(message: unknown): boolean {
  return isRecord(message) && (isEmpty(message.tool_calls) || someLacksType(message.tool_calls));
}

function withCompleteCalls(message: Body): Body {
  const { tool_calls: calls, ...rest } = message;
  return withNumbersOf(message, isEmpty(calls) ? rest : { ...message, tool_calls: withTypes(calls) });
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
