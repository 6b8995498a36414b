import { isRecord } from "#lib/is-record.ts";
import { type Block, tryParse } from "../exchange/json.ts";
import { createFrames, eachData } from "./frames.ts";

/**
 * Returns an event in the form that an SDK package can read. A list replaces the event with several events; undefined
 * drops it. Create one reader for each stream.
 */
export type EventReader = (event: Block) => Block | Block[] | undefined;

/**
 * Returns a fetch whose streams contain only events that an SDK package knows: it fails the response on an unknown
 * event. Invalid JSON is passed on. `onEvent` is called for each event.
 */
export function filterEvents(send: typeof fetch, reader: () => EventReader, onEvent?: () => void): typeof fetch {
  return changeEvents(send, () => {
    const read = reader();
    return (data) => {
      const event = tryParse(data);
      if (!isRecord(event)) return data;
      onEvent?.();
      const readable = read(event) ?? [];
      if (!Array.isArray(readable)) return readable === event ? data : JSON.stringify(readable);
      return readable.map((one) => (one === event ? data : JSON.stringify(one)));
    };
  });
}

/** Returns an event's data in the form that an SDK package can read; a list replaces the event. */
export type DataReader = (data: string) => string | string[];

/**
 * Returns a fetch whose streams are read event by event, with line ends that every package supports. `mark`: a text
 * that occurs in every event that needs a change.
 */
export function changeEvents(send: typeof fetch, reader: () => DataReader, mark?: string): typeof fetch {
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
      const remaining = whole && (mark && !whole.includes(mark) ? whole : filterFrames(whole, read));
      if (remaining && remaining.length > 0) controller.enqueue(new Uint8Array(remaining));
    },
  });
}

/** Returns whole frames with their data as `read` returns it; the same bytes if nothing changes. */
export function filterFrames(whole: Buffer, read: DataReader): Buffer {
  const remaining: string[] = [];
  let isChanged = false;
  eachData(whole, (data) => {
    const readable = read(data);
    const all = typeof readable === "string" ? [readable] : readable;
    isChanged ||= all.length !== 1 || all[0] !== data;
    remaining.push(...all);
  });
  return isChanged ? Buffer.from(remaining.map(frame).join("")) : whole;
}

function frame(data: string): string {
  return `data: ${data.replaceAll("\n", "\ndata: ")}\n\n`;
}
