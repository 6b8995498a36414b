import { block, tryParse } from "../exchange/json.ts";

const LINE_FEED = 10;
const OBJECT = 0x7b;
const LIST = 0x5b;
const MAX_ERROR_BYTES = 64 * 1024;

/**
 * Returns a fetch whose streams report an error as an event. Google breaks off a stream with the JSON of an error on
 * lines of its own, in no event (https://github.com/vercel/ai/issues/5217), Vertex AI sometimes in a list
 * (https://github.com/googleapis/python-genai/issues/1162).
 */
export function errorEvents(send: typeof fetch): typeof fetch {
  return async (input, init) => {
    const response = await send(input, init);
    const type = response.headers.get("content-type") ?? "";
    if (!response.ok || !response.body || !type.includes("text/event-stream")) return response;
    const { status, headers } = response;
    return new Response(response.body.pipeThrough(frameErrors()), { status, headers });
  };
}

/** Passes bytes on until a line that starts with JSON, which no field of an event does, and reads the rest at the end. */
function frameErrors(): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> {
  const kept: Buffer[] = [];
  let keptBytes = 0;
  let isLineStart = true;
  return new TransformStream({
    transform(chunk, controller) {
      const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
      const start = kept.length > 0 ? 0 : jsonStart(bytes, isLineStart);
      if (start > 0) controller.enqueue(chunk.subarray(0, start));
      keptBytes += bytes.length - start;
      if (start < bytes.length && keptBytes <= MAX_ERROR_BYTES) kept.push(Buffer.from(bytes.subarray(start)));
      isLineStart = bytes.at(-1) === LINE_FEED;
    },
    flush(controller) {
      const text = Buffer.concat(kept).toString();
      if (text !== "") controller.enqueue(new Uint8Array(Buffer.from(eventOf(text))));
    },
  });
}

/** Returns the index of the first line that starts with JSON, or the length of the bytes if no line does. */
function jsonStart(bytes: Buffer, isLineStart: boolean): number {
  if (isLineStart && isJson(bytes[0])) return 0;
  for (let at = bytes.indexOf(LINE_FEED); at >= 0; at = bytes.indexOf(LINE_FEED, at + 1))
    if (isJson(bytes[at + 1])) return at + 1;
  return bytes.length;
}

function isJson(byte: number | undefined): boolean {
  return byte === OBJECT || byte === LIST;
}

function eventOf(text: string): string {
  const parsed = tryParse(text);
  const { error } = block(Array.isArray(parsed) ? parsed[0] : parsed);
  return error === undefined ? text : `data: ${JSON.stringify({ error })}\n\n`;
}
