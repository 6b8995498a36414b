import { EventSourceParserStream } from "eventsource-parser/stream";
import { type Block, isBlock, parsed } from "../exchange/json.ts";
import { eventError, unusable } from "../exchange/send.ts";

/** Yields the JSON events of an SSE stream. Throws if an event reports an error. */
export async function* eventsIn({ body }: Response): AsyncGenerator<Block> {
  if (!body) return;
  const events = body.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream());
  for await (const { data } of events) {
    if (data === "[DONE]") return;
    const event = parsed(data);
    if (!isBlock(event)) throw unusable(data);
    if (isBlock(event.error)) throw eventError(event);
    yield event;
  }
}
