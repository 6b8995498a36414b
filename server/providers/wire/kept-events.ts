import { eventData } from "../event-bytes.ts";
import { type Block, isBlock, parsed } from "../json.ts";

/** An event as a vendor's package may read it; undefined for one that it may not see. One reader a stream. */
export type EventReader = (event: Block) => Block | undefined;

/**
 * A fetch whose streams hold only what a vendor's package knows: it takes an event that it does not know for a broken
 * stream, and the answer with it. What is no JSON is left to the package.
 */
export function keptEvents(send: typeof fetch, reader: () => EventReader): typeof fetch {
  return async (input, init) => {
    const response = await send(input, init);
    if (!response.ok || !response.headers.get("content-type")?.includes("text/event-stream")) return response;
    const { status, headers } = response;
    return new Response(pulled(kept(response, reader())), { status, headers });
  };
}

async function* kept(response: Response, read: EventReader): AsyncGenerator<Buffer> {
  for await (const data of eventData(response)) {
    const text = (data.length === 1 ? (data[0] as Buffer) : Buffer.concat(data)).toString();
    const event = parsed(text);
    const seen = isBlock(event) ? read(event) : undefined;
    if (!isBlock(event)) yield frame(text);
    else if (seen) yield frame(seen === event ? text : JSON.stringify(seen));
  }
}

function pulled(frames: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await frames.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      await frames.return(undefined);
    },
  });
}

function frame(text: string): Buffer {
  return Buffer.from(`data: ${text.replaceAll("\n", "\ndata: ")}\n\n`);
}
