import type { WireEvent } from "../endpoint.ts";
import { encodeEvents } from "../sse.ts";

/**
 * Encodes the events of a stream as Google does: an error within it is bare JSON on lines of its own, in no event
 * (https://github.com/vercel/ai/issues/5217).
 */
export function encodeGoogleEvents(events: WireEvent[]): string[] {
  return events.flatMap((event) => (isError(event) ? [bareJson(event)] : encodeEvents([event], "\r\n")));
}

function isError({ data }: WireEvent): boolean {
  return typeof data === "object" && "error" in data;
}

function bareJson({ data }: WireEvent): string {
  return `${JSON.stringify(data, null, 2).replaceAll("\n", "\r\n")}\r\n`;
}
