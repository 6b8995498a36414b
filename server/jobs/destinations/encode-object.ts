import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { TraceEvent } from "./trace-event.ts";

const compress = promisify(gzip);

/** Returns an object's content: gzip-compressed NDJSON. */
export function encodeObject(events: readonly TraceEvent[]): Promise<Uint8Array> {
  return compress(events.map((event) => `${JSON.stringify(event)}\n`).join(""));
}
