import { type Block, isBlock, parsed } from "../json.ts";
import { createFrames, eachData } from "./frames.ts";

/** An event as a vendor's package may read it; undefined for one that it may not see. One reader a stream. */
export type EventReader = (event: Block) => Block | undefined;

/**
 * A fetch whose streams hold only what a vendor's package knows: it takes an event that it does not know for a broken
 * stream, and the answer with it. What is no JSON is left to the package.
 */
export function keptEvents(send: typeof fetch, reader: () => EventReader): typeof fetch {
  return async (input, init) => {
    const response = await send(input, init);
    const type = response.headers.get("content-type") ?? "";
    if (!response.ok || !response.body || !type.includes("text/event-stream")) return response;
    const { status, headers } = response;
    return new Response(response.body.pipeThrough(filter(reader())), { status, headers });
  };
}

/** Bytes pass as they came unless an event among them changes or goes. */
function filter(read: EventReader): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> {
  const frames = createFrames();
  return new TransformStream({
    transform({ buffer, byteOffset, byteLength }, controller) {
      const whole = frames.push(Buffer.from(buffer, byteOffset, byteLength));
      const kept = whole && keptOf(whole, read);
      if (kept && kept.length > 0) controller.enqueue(new Uint8Array(kept));
    },
  });
}

function keptOf(whole: Buffer, read: EventReader): Buffer {
  const kept: string[] = [];
  let isChanged = false;
  eachData(whole, (data) => {
    const event = parsed(data);
    const seen = isBlock(event) ? read(event) : undefined;
    isChanged ||= isBlock(event) && seen !== event;
    if (!isBlock(event) || seen === event) kept.push(data);
    else if (seen) kept.push(JSON.stringify(seen));
  });
  return isChanged ? Buffer.from(kept.map(frame).join("")) : whole;
}

function frame(data: string): string {
  return `data: ${data.replaceAll("\n", "\ndata: ")}\n\n`;
}
