import type { EventStream } from "../endpoint.ts";
import { openaiError } from "../openai/conventions.ts";
import { encodeEvents } from "../sse.ts";

/** Creates a stream of OpenAI's media endpoints, in which each event is named by its type. */
export function mediaStream(model: string, events: ({ type: string } & Record<string, unknown>)[]): EventStream {
  return {
    events: events.map((data) => ({ event: data.type, data })),
    encode: encodeEvents,
    errorEvents: (status) => [{ event: "error", data: { type: "error", error: openaiError(status, model) } }],
    unknownEvent: { event: "future_event", data: { type: "future_event", payload: { new: true } } },
  };
}
