import type { DialectEvent } from "#server/dialects/dialect.ts";
import type { TextCall } from "../text-call.ts";
import type { Resumed } from "./continuation.ts";

/**
 * Returns the event that tells the caller about a resumed response, in a form that clients ignore: a chunk without
 * choices, a keepalive or a ping. Strict clients reject unknown event types.
 */
export function resumedEvent({ dialect, id, createdAt }: TextCall, resumed: Resumed): DialectEvent {
  if (dialect.id === "messages") return { event: "ping", data: { type: "ping", resumed } };
  if (dialect.id === "responses") return { data: { type: "keepalive", resumed } };
  const { model } = resumed;
  return { data: { id, object: "chat.completion.chunk", created: createdAt, model, choices: [], resumed } };
}

/** Returns an event that only keeps the connection alive. */
export function keepalive({ dialect, id, createdAt, body }: TextCall): DialectEvent {
  if (dialect.id === "messages") return { event: "ping", data: { type: "ping" } };
  if (dialect.id === "responses") return { data: { type: "keepalive" } };
  return { data: { id, object: "chat.completion.chunk", created: createdAt, model: body.model, choices: [] } };
}
