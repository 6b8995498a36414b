import { type Block, isBlock, parsed } from "../exchange/json.ts";
import { createFrames, eachData } from "./frames.ts";

/** An event as a vendor's package may read it; undefined for one that it may not see. One reader a stream. */
export type EventReader = (event: Block) => Block | undefined;

/**
 * A fetch whose streams hold only what a vendor's package knows: it takes an event that it does not know for a broken
 * stream, and the answer with it. What is no JSON is left to the package. `heard` is called for each event.
 */
export function keptEvents(send: typeof fetch, reader: () => EventReader, heard?: () => void): typeof fetch {
  return changedEvents(send, () => {
    const read = reader();
    return (data) => {
      const event = parsed(data);
      if (!isBlock(event)) return data;
      heard?.();
      const seen = read(event);
      return seen === event ? data : seen && JSON.stringify(seen);
    };
  });
}

/** The data of an event as a vendor's package may read it; undefined for one that it may not see. */
export type DataReader = (data: string) => string | undefined;

/**
 * A fetch whose streams are read event by event, with lines that end in a way that every package knows. `mark`: what
 * stands in each event that may change.
 */
export function changedEvents(send: typeof fetch, reader: () => DataReader, mark?: string): typeof fetch {
  return async (input, init) => {
    const response = await send(input, init);
    const type = response.headers.get("content-type") ?? "";
    if (!response.ok || !response.body || !type.includes("text/event-stream")) return response;
    const { status, headers } = response;
    return new Response(response.body.pipeThrough(filter(reader(), mark)), { status, headers });
  };
}

/** Bytes pass as they came unless an event among them changes or goes. */
function filter(
  read: DataReader,
  mark: string | undefined,
): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> {
  const frames = createFrames();
  return new TransformStream({
    transform({ buffer, byteOffset, byteLength }, controller) {
      const whole = frames.push(Buffer.from(buffer, byteOffset, byteLength));
      const kept = whole && (mark && !whole.includes(mark) ? whole : keptOf(whole, read));
      if (kept && kept.length > 0) controller.enqueue(new Uint8Array(kept));
    },
  });
}

function keptOf(whole: Buffer, read: DataReader): Buffer {
  const kept: string[] = [];
  let isChanged = false;
  eachData(whole, (data) => {
    const seen = read(data);
    isChanged ||= seen !== data;
    if (seen !== undefined) kept.push(seen);
  });
  return isChanged ? Buffer.from(kept.map(frame).join("")) : whole;
}

function frame(data: string): string {
  return `data: ${data.replaceAll("\n", "\ndata: ")}\n\n`;
}
