import { isRecord } from "#lib/is-record.ts";
import type { Body, Dialect } from "../dialect.ts";
import { omitUndefined, recordsOf } from "../read-field.ts";
import { chat } from "./chat.ts";

/** The chat dialect for clients that fail on a call of a text tool: they get it as that of a function. */
export const functionsOnly: Dialect = {
  ...chat,
  rewriter: () => (event) => {
    if (isRecord(event.data)) replaceTextCalls(event.data);
    return [event];
  },
  collect(events) {
    const response = chat.collect(events);
    replaceTextCalls(response);
    return response;
  },
  complete: replaceTextCalls,
};

/** Makes the calls of text tools those of functions, with the text as arguments, in place. Returns whether there are any. */
function replaceTextCalls({ choices }: Body): boolean {
  const holders = recordsOf(choices).flatMap(({ delta, message }) => [delta, message].filter(isRecord));
  const calls = holders.flatMap((holder) => recordsOf(holder.tool_calls)).filter(({ custom }) => isRecord(custom));
  for (const call of calls) {
    const { name, input } = call.custom as Body;
    if (call.type !== undefined) call.type = "function";
    call.function = omitUndefined({ name, arguments: input });
    delete call.custom;
  }
  return calls.length > 0;
}
