import { isRecord } from "#lib/is-record.ts";
import type { Body } from "../../dialect.ts";

/**
 * Returns messages in which the calls of text tools are such calls. Cursor sends each call as that of a function, with
 * the text as its arguments. `names`: the tools that take text.
 */
export function withTextCalls(messages: unknown, names: ReadonlySet<unknown>): unknown {
  if (!Array.isArray(messages) || names.size === 0) return messages;
  return messages.map((message) =>
    isRecord(message) && Array.isArray(message.tool_calls) ? withCalls(message, message.tool_calls, names) : message,
  );
}

function withCalls(message: Body, calls: readonly unknown[], names: ReadonlySet<unknown>): Body {
  return { ...message, tool_calls: calls.map((call) => (isRecord(call) ? textCall(call, names) : call)) };
}

function textCall(call: Body, names: ReadonlySet<unknown>): Body {
  const { function: called, ...others } = call;
  if (!isRecord(called) || !names.has(called.name)) return call;
  return { ...others, type: "custom", custom: { name: called.name, input: called.arguments } };
}
