import type { DialectEvent } from "./dialect.ts";

/** Headers of a stream; nothing between us and the caller may hold its events back or change them. */
export const SSE_HEADERS = {
  "content-type": "text/event-stream; charset=utf-8",
  "cache-control": "no-cache, no-transform",
  "x-accel-buffering": "no",
} as const;

/** Events of a dialect as the text of a stream. */
export function toFrames(events: readonly DialectEvent[]): string {
  let text = "";
  for (const { event, data } of events) {
    if (event) text += `event: ${event}\n`;
    text += `data: ${typeof data === "string" ? data : JSON.stringify(data)}\n\n`;
  }
  return text;
}
