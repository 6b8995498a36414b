import { EventSourceParserStream } from "eventsource-parser/stream";
import { type Block, isBlock, parsed } from "../exchange/json.ts";
import { toldError, unusable } from "../exchange/send.ts";

/** The JSON events of a stream of server-sent events. Throws what an error among them says. */
export async function* eventsIn({ body }: Response): AsyncGenerator<Block> {
  if (!body) return;
  const events = body.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream());
  for await (const { data } of events) {
    if (data === "[DONE]") return;
    const event = parsed(data);
    if (!isBlock(event)) throw unusable(data);
    if (isBlock(event.error)) throw toldError(event);
    yield event;
  }
}
