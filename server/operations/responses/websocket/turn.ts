import { recordsOf } from "#server/dialects/read-field.ts";
import type { Gateway } from "#server/gateway.ts";
import { withNumbersOf } from "#server/json/exact-numbers.ts";
import { withSealedReasoning } from "../referring-call.ts";
import type { Conversation } from "./conversations.ts";

type Body = Record<string, unknown>;

/**
 * Returns the request body of a `response.create` event. `earlier`: the conversation that it continues. Requests
 * reasoning that a later event can continue.
 */
export function requestOf(gateway: Gateway, event: Body, earlier: Conversation | undefined): Body {
  const { type: _type, stream_id: _lane, generate: _generate, previous_response_id: _previous, ...fields } = event;
  const input = earlier ? [...earlier.items, ...itemsOf(event.input)] : event.input;
  return withNumbersOf(event, withSealedReasoning(gateway, { ...fields, input, stream: true }));
}

/** Returns the items of an input. A string is a user message. */
export function itemsOf(input: unknown): readonly unknown[] {
  if (typeof input === "string") return [{ type: "message", role: "user", content: input }];
  return Array.isArray(input) ? input : [];
}

/** Returns the output items of a response that can be sent back: all but reasoning that is not encrypted. */
export function outputOf(response: Body): unknown[] {
  return recordsOf(response.output).filter(
    ({ type, encrypted_content: sealed }) => type !== "reasoning" || typeof sealed === "string",
  );
}
