import { isRecord } from "#lib/is-record.ts";
import { withNumbersOf } from "#server/json/exact-numbers.ts";
import type { Body, DialectEvent } from "../dialect.ts";
import { finishOf } from "../finish-reason.ts";
import { recordsOf } from "../read-field.ts";

/** Returns a whole completion as the equivalent chunks, with each message in one piece and nothing left out. */
export function replay(response: Body): DialectEvent[] {
  const { choices, usage, ...head } = response;
  const chunk = (fields: Body): DialectEvent => ({
    data: withNumbersOf(response, { ...head, object: "chat.completion.chunk", ...fields }),
  });
  return [
    ...recordsOf(choices).flatMap((choice, place) =>
      choiceEvents(choice, place).map((one) => chunk({ choices: [one] })),
    ),
    ...(isRecord(usage) ? [chunk({ choices: [], usage })] : []),
    { data: "[DONE]" },
  ];
}

function choiceEvents({ message, finish_reason, logprobs, index, ...rest }: Body, place: number): Body[] {
  const content = isRecord(message) ? message : {};
  const at = { index: index ?? place };
  return [
    { ...at, delta: deltaOf(content), finish_reason: null, logprobs: logprobs ?? null },
    // A stream ends with a finish reason, which a whole response may lack.
    { ...rest, ...at, delta: {}, finish_reason: finishOf(finish_reason) ?? endOf(content), logprobs: null },
  ];
}

/** Returns a message as a delta. Calls are distinguished by index. Null fields are left out. */
function deltaOf(message: Body): Body {
  const fields = Object.entries(message).filter(([, value]) => value !== null);
  const calls = recordsOf(message.tool_calls).map((call, index) => ({ index, ...typeOf(call), ...call }));
  const delta = { role: "assistant", ...Object.fromEntries(fields), ...(calls.length > 0 && { tool_calls: calls }) };
  return withNumbersOf(message, delta);
}

/** Returns the type of a request. Mistral leaves it out, and OpenAI's client rejects a stream without it. */
function typeOf({ type, function: called }: Body): Body {
  return type === undefined && isRecord(called) ? { type: "function" } : {};
}

function endOf(message: Body): string {
  return recordsOf(message.tool_calls).length > 0 ? "tool_calls" : "stop";
}
