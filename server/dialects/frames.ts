import type { DialectEvent } from "./dialect.ts";

/** Stream headers that stop proxies from buffering or changing events. */
export const SSE_HEADERS = {
  "content-type": "text/event-stream; charset=utf-8",
  "cache-control": "no-cache, no-transform",
  "x-accel-buffering": "no",
} as const;

/** Returns a dialect's events as SSE text. */
export function toFrames(events: readonly DialectEvent[]): string {
  let text = "";
  for (const { event, data } of events) {
    if (event) text += `event: ${event}\n`;
    text += `data: ${typeof data === "string" ? data : JSON.stringify(data)}\n\n`;
  }
  return text;
}
