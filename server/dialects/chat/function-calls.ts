import { isRecord } from "#lib/is-record.ts";
import type { Body, Dialect } from "../dialect.ts";
import { recordsOf } from "../read-field.ts";
import { chat } from "./chat.ts";

/**
 * The chat dialect for callers that offer `functions`: the first call of a message is its `function_call`. A model that
 * calls several tools although it was told not to has its other calls in `tool_calls`.
 */
export const functionCalls: Dialect = {
  ...chat,
  form: "function_call",
  rewriter: () => (event) => {
    if (isRecord(event.data)) replaceCalls(event.data);
    return [event];
  },
  collect(events) {
    const response = chat.collect(events);
    replaceCalls(response);
    return response;
  },
  complete: replaceCalls,
};

/** Replaces calls and their finish reason in place. Returns whether there are any. */
function replaceCalls({ choices }: Body): boolean {
  let isChanged = false;
  for (const choice of recordsOf(choices)) {
    const holder = isRecord(choice.delta) ? choice.delta : choice.message;
    if (isRecord(holder) && replaceFirst(holder)) isChanged = true;
    if (choice.finish_reason !== "tool_calls") continue;
    choice.finish_reason = "function_call";
    isChanged = true;
  }
  return isChanged;
}

function replaceFirst(holder: Body): boolean {
  const calls = recordsOf(holder.tool_calls);
  const first = calls.find(({ index = 0, function: called }, place) => place + Number(index) === 0 && isRecord(called));
  if (!first) return false;
  const { extra_content: extra, function: called } = first;
  holder.function_call = { ...(called as Body), ...(extra !== undefined && { extra_content: extra }) };
  const others = calls.filter((call) => call !== first);
  if (others.length > 0) holder.tool_calls = others;
  else delete holder.tool_calls;
  return true;
}
