import { isRecord } from "#lib/is-record.ts";
import type { Body } from "../../dialect.ts";
import { recordsOf } from "../../read-field.ts";

/** Returns chat messages for messages that may have the calls and results of the Messages API as parts. */
export function messagesOfBlocks(messages: unknown): unknown {
  if (!Array.isArray(messages)) return messages;
  return messages.flatMap((message) => {
    if (!isRecord(message) || !recordsOf(message.content).some(isBlock)) return [message];
    return message.role === "assistant" ? [withCalls(message)] : withResults(message);
  });
}

function isBlock({ type }: Body): boolean {
  return type === "tool_use" || type === "tool_result";
}

function withCalls(message: Body): Body {
  const parts = recordsOf(message.content);
  const calls = parts.filter(({ type }) => type === "tool_use").map(callOf);
  const others = parts.filter((part) => !isBlock(part));
  return { ...message, content: others.length > 0 ? others : null, tool_calls: calls };
}

function callOf({ id, name, input }: Body): Body {
  return { id, type: "function", function: { name, arguments: JSON.stringify(input ?? {}) } };
}

/** The results come first: they belong to the calls of the message before. */
function withResults(message: Body): Body[] {
  const parts = recordsOf(message.content);
  const results = parts.filter(({ type }) => type === "tool_result");
  const others = parts.filter((part) => !isBlock(part));
  return [...results.map(resultOf), ...(others.length > 0 ? [{ ...message, content: others }] : [])];
}

function resultOf({ tool_use_id: id, content }: Body): Body {
  return { role: "tool", tool_call_id: id, content: content ?? "" };
}
