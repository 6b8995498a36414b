import { EventStreamCodec } from "@smithy/eventstream-codec";
import { eventsIn } from "#tests/pipeline/calling.ts";

const codec = new EventStreamCodec(
  (bytes) => Buffer.from(bytes).toString("utf8"),
  (text) => Buffer.from(text, "utf8"),
);

/** Returns one frame of a binary event stream, with its checksums. */
export function frame(kind: "event" | "exception", type: string, body: object): Buffer {
  const headers = {
    [kind === "event" ? ":event-type" : ":exception-type"]: { type: "string", value: type },
    ":content-type": { type: "string", value: "application/json" },
    ":message-type": { type: "string", value: kind },
  } as const;
  return Buffer.from(codec.encode({ headers, body: Buffer.from(JSON.stringify(body)) }));
}

/** How a stream goes wrong after its first frames, as the prompt asks for it. */
const FAULT = /broken-frames-(corrupt|cut|end|throttle|overload)/;

/** Returns frames with the fault that the request asks for. The last bytes are cut in two, as a network may do. */
export async function frameEvents(
  response: Response,
  request: string,
  toFrames: (events: ReturnType<typeof eventsIn>) => Buffer[],
) {
  const frames = toFrames(eventsIn(await response.text()));
  const fault = FAULT.exec(request)?.[1];
  const chunks = fault ? faulty(frames, fault) : frames.flatMap((one) => [one.subarray(0, 7), one.subarray(7)]);
  return { headers: { "content-type": "application/vnd.amazon.eventstream" }, chunks };
}

function faulty(frames: Buffer[], fault: string): Buffer[] {
  const first = frames.slice(0, 4);
  const next = Buffer.from(frames[4] as Buffer);
  if (fault === "end") return first;
  if (fault === "cut") return [...first, next.subarray(0, next.byteLength - 9)];
  if (fault === "corrupt") {
    next[next.byteLength - 12] = (next[next.byteLength - 12] as number) ^ 1;
    return [...first, next, ...frames.slice(5)];
  }
  const exception = fault === "throttle" ? "throttlingException" : "serviceUnavailableException";
  const after = fault === "throttle" ? [] : first;
  return [...after, frame("exception", exception, { message: "Too many requests, please wait before trying again." })];
}
