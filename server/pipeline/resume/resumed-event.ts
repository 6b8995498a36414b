import type { DialectEvent } from "#server/dialects/dialect.ts";
import type { TextCall } from "../text-call.ts";
import type { Resumed } from "./resumed-parts.ts";

/**
 * Tells the caller that another candidate goes on, in a form that clients of the dialect pass over: a chunk without
 * choices, a keepalive and a ping, since strict clients take no event of a type that they do not know.
 */
export function resumedEvent({ dialect, id, createdAt }: TextCall, resumed: Resumed): DialectEvent {
  if (dialect.id === "messages") return { event: "ping", data: { type: "ping", resumed } };
  if (dialect.id === "responses") return { data: { type: "keepalive", resumed } };
  const { model } = resumed;
  return { data: { id, object: "chat.completion.chunk", created: createdAt, model, choices: [], resumed } };
}
