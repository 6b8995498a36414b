import { EventStreamCodec } from "@smithy/eventstream-codec";
import { UpstreamError } from "#server/errors.ts";
import type { Unframed, Unframer } from "../cloud/transport.ts";
import { fromResponse } from "../errors/error.ts";
import { block, tryParse } from "../exchange/json.ts";
import { brokenOffError } from "../exchange/send.ts";

const toText = (bytes: Uint8Array) => Buffer.from(bytes).toString("utf8");
const codec = new EventStreamCodec(toText, (text) => Buffer.from(text, "utf8"));

/** Larger than any event of Bedrock; a length beyond it is a broken frame. */
const MOST_FRAME_BYTES = 24 * 1024 * 1024;
const PRELUDE_BYTES = 12;

type Event = { type: string; body: Buffer; frame: Buffer };

/**
 * Returns a reader for Claude's events, which InvokeModelWithResponseStream wraps in frames as base64: it writes them
 * as Anthropic does.
 */
export function messagesUnframer(): Unframer {
  const frames = unframer("text/event-stream", ({ body }) => {
    const { bytes } = block(tryParse(body.toString("utf8")));
    if (typeof bytes !== "string") return undefined;
    const data = Buffer.from(bytes, "base64").toString("utf8");
    return eventOf(String(block(tryParse(data)).type), data);
  });
  const failureEvent = ({ status, message }: UpstreamError) =>
    eventOf("error", JSON.stringify({ type: "error", error: { type: ERROR_TYPES[status] ?? "api_error", message } }));
  return { ...frames, failureEvent };
}

function eventOf(type: string, data: string): Buffer {
  return Buffer.from(`event: ${type}\ndata: ${data}\n\n`);
}

/** Anthropic's error types by status. */
const ERROR_TYPES: Record<number, string> = {
  400: "invalid_request_error",
  401: "authentication_error",
  403: "permission_error",
  429: "rate_limit_error",
  503: "overloaded_error",
};

/**
 * Returns a reader that checks the frames of ConverseStream and passes them on; the stream must have a `messageStop`.
 */
export function converseUnframer(contentType: string): Unframer {
  let isEnded = false;
  const frames = unframer(contentType, ({ type, frame }) => {
    isEnded ||= type === "messageStop";
    return frame;
  });
  return { ...frames, end: () => frames.end() ?? (isEnded ? undefined : brokenOffError()) };
}

/** Reads frames with their checksums. `render` returns an event's bytes; undefined if it cannot be read. */
function unframer(contentType: string, render: (event: Event) => Buffer | undefined): Unframer {
  let rest: Buffer = Buffer.alloc(0);
  return {
    contentType,
    push(chunk): Unframed {
      rest = rest.byteLength === 0 ? chunk : Buffer.concat([rest, chunk]);
      const readable: Buffer[] = [];
      try {
        for (let frame = nextFrame(rest); frame; frame = nextFrame(rest)) {
          rest = rest.subarray(frame.byteLength);
          const bytes = render(readFrame(frame));
          if (!bytes) throw corruptError();
          readable.push(bytes);
        }
      } catch (error) {
        const failure = error instanceof UpstreamError ? error : corruptError(error);
        return { bytes: Buffer.concat(readable), failure };
      }
      return { bytes: Buffer.concat(readable) };
    },
    end: () => (rest.byteLength > 0 ? brokenOffError() : undefined),
  };
}

/** Returns the first whole frame; undefined if more bytes must arrive. Throws if its length is impossible. */
function nextFrame(bytes: Buffer): Buffer | undefined {
  if (bytes.byteLength < 4) return undefined;
  const length = bytes.readUInt32BE(0);
  if (length < PRELUDE_BYTES + 4 || length > MOST_FRAME_BYTES) throw corruptError();
  return bytes.byteLength < length ? undefined : bytes.subarray(0, length);
}

/** Throws if a checksum is wrong, and for a failure that the frame reports. */
function readFrame(frame: Buffer): Event {
  const { headers, body } = codec.decode(frame);
  const text = (name: string) => String(headers[name]?.value ?? "");
  const event = { type: text(":event-type"), body: Buffer.from(body.buffer, body.byteOffset, body.byteLength), frame };
  const kind = text(":message-type");
  if (kind === "event") return event;
  const isException = kind === "exception";
  const name = text(isException ? ":exception-type" : ":error-code");
  throw reportedError(
    name,
    isException ? event.body.toString("utf8") : JSON.stringify({ message: text(":error-message") }),
  );
}

/** https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ResponseStream.html */
const STATUSES: Record<string, number> = {
  throttlingexception: 429,
  validationexception: 400,
  accessdeniedexception: 403,
  internalserverexception: 500,
  serviceunavailableexception: 503,
  modelstreamerrorexception: 424,
  modeltimeoutexception: 408,
};

function reportedError(name: string, body: string): UpstreamError {
  const status = STATUSES[name.toLowerCase()] ?? 502;
  return fromResponse({ status, headers: {}, body }, { credential: "", now: 0 });
}

function corruptError(cause?: unknown): UpstreamError {
  return new UpstreamError(502, "The provider's response could not be read", { retryable: true, cause });
}
