import { isRecord } from "#lib/is-record.ts";
import { withNumbersOf } from "#server/json/exact-numbers.ts";
import type { Body } from "../../dialect.ts";
import { recordsOf } from "../../read-field.ts";

/**
 * Returns whether a chat body offers its tools as `functions`, which OpenAI deprecated in 2023. Its caller reads
 * `function_call` in responses: https://developers.openai.com/api/reference/resources/chat (`functions`).
 */
export function offersFunctions({ functions, tools }: Body): boolean {
  return recordsOf(functions).length > 0 && recordsOf(tools).length === 0;
}

/** Returns a chat body with tools and their calls and results in place of functions; the same body without any. */
export function withoutFunctions(body: Body): Body {
  const messages = withToolMessages(body.messages);
  if (!offersFunctions(body)) return messages === body.messages ? body : withNumbersOf(body, { ...body, messages });
  const { functions, function_call: choice, ...others } = body;
  const named = isRecord(choice) ? { type: "function", function: choice } : choice;
  return withNumbersOf(body, {
    ...others,
    messages,
    tools: recordsOf(functions).map((one) => ({ type: "function", function: one })),
    ...(named !== undefined && named !== null && { tool_choice: named }),
    // A message has room for one call. Not every provider can promise that.
    ...(!requiresAll(body) && { parallel_tool_calls: body.parallel_tool_calls ?? false }),
  });
}

function requiresAll({ provider }: Body): boolean {
  return isRecord(provider) && provider.require_parameters === true;
}

/** A call whose result has not come yet. */
type Open = { id: string; name: unknown };

function withToolMessages(messages: unknown): unknown {
  if (!Array.isArray(messages) || !messages.some(isLegacy)) return messages;
  const open: Open[] = [];
  return messages.flatMap((message, index) => {
    if (!isRecord(message)) return [message];
    const id = `call_function_${index}`;
    if (message.role === "function") return resultOf(message, id, open);
    if (!isRecord(message.function_call)) return [message];
    const { function_call: called, ...others } = message;
    const { extra_content: extra, ...definition } = called as Body;
    open.push({ id, name: definition.name });
    const call = { id, type: "function", function: definition, ...(extra !== undefined && { extra_content: extra }) };
    return [{ ...others, tool_calls: [call, ...recordsOf(message.tool_calls)] }];
  });
}

function isLegacy(message: unknown): boolean {
  return isRecord(message) && (message.role === "function" || isRecord(message.function_call));
}

/** A result that no call precedes gets one, since every provider of tools requires it. */
function resultOf({ name, content, ...others }: Body, id: string, open: Open[]): Body[] {
  const place = open.findLastIndex((one) => one.name === name);
  const [call] = place < 0 ? [] : open.splice(place, 1);
  const result = { ...others, role: "tool", tool_call_id: call?.id ?? id, content: content ?? "" };
  if (call) return [result];
  const made = { id, type: "function", function: { name, arguments: "{}" } };
  return [{ role: "assistant", content: null, tool_calls: [made] }, result];
}
