import { isRecord } from "#lib/is-record.ts";
import { type Block, parsed } from "../exchange/json.ts";
import { createFrames, eachData } from "./frames.ts";

/** Returns an event in the form that an SDK package can read; undefined to drop it. One reader for each stream. */
export type EventReader = (event: Block) => Block | undefined;

/**
 * Returns a fetch whose streams contain only events that an SDK package knows: it fails the response on an unknown
 * event. Invalid JSON is passed on. `heard` is called for each event.
 */
export function keptEvents(send: typeof fetch, reader: () => EventReader, heard?: () => void): typeof fetch {
  return changedEvents(send, () => {
    const read = reader();
    return (data) => {
      const event = parsed(data);
      if (!isRecord(event)) return data;
      heard?.();
      const seen = read(event);
      return seen === event ? data : seen && JSON.stringify(seen);
    };
  });
}

/** Returns an event's data in the form that an SDK package can read; undefined to drop it. */
export type DataReader = (data: string) => string | undefined;

/**
 * Returns a fetch whose streams are read event by event, with line ends that every package supports. `mark`: a text
 * that every event to change contains.
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

/** Passes bytes on unchanged unless an event among them changes or is dropped. */
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
