import type { WireEvent } from "./endpoint.ts";

/** Encodes server-sent events with the line ends that a provider uses. */
export function encodeEvents(events: WireEvent[], lineEnd = "\n"): string[] {
  return events.map(({ event, data }) => {
    const text = typeof data === "string" ? data : JSON.stringify(data);
    return `${event ? `event: ${event}${lineEnd}` : ""}data: ${text}${lineEnd}${lineEnd}`;
  });
}
