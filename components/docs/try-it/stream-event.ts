import type { EventSourceMessage } from "eventsource-parser";
import { isRecord } from "#lib/is-record.ts";

/** One event of a stream, `atMs` milliseconds after the request was sent. */
export type PlayedEvent = { index: number; atMs: number; name: string; data: string };

/** What an event says about its stream: that it is complete or has failed; undefined if it goes on. */
export type StreamEnd = "complete" | "failed" | undefined;

const COMPLETE = ["message_stop", "response.completed", "response.incomplete"];
const FAILED = ["error", "response.failed"];

/** Returns an event's name: the one it was sent with, else the type in its JSON. */
export function nameOf({ event, data }: EventSourceMessage): string {
  const json = jsonOf(data);
  const name = event ?? json.type ?? json.object;
  return typeof name === "string" ? name : data === "[DONE]" ? data : "message";
}

/**
 * Returns how an event ends its stream. A stream that closes without such an event was cut: a chat or image stream ends
 * with `[DONE]`, a messages stream with `message_stop`.
 */
export function endOf(message: EventSourceMessage): StreamEnd {
  const name = nameOf(message);
  if (FAILED.includes(name) || isRecord(jsonOf(message.data).error)) return "failed";
  return COMPLETE.includes(name) || message.data === "[DONE]" ? "complete" : undefined;
}

function jsonOf(data: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(data);
    return isRecord(value) ? value : {};
  } catch {
    return {};
  }
}
