import type { IncomingMessage } from "node:http";
import { Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import { MAX_FILE_BYTES } from "#lib/contract/files.ts";
import type { CallerHeaders } from "#server/caller/caller-headers.ts";
import type { CallerRequest } from "#server/caller/caller-request.ts";
import type { Environment } from "#server/env.ts";
import { decompress, isCompressed } from "./content-encoding.ts";

/** Maximum body that an operation reads itself: a file with its form, or JSON. */
const LONGEST_SOURCE_BYTES = MAX_FILE_BYTES + 4 * 1024 * 1024;

/**
 * Returns the bytes of a body as they arrive, decompressed, for an operation that reads it itself. Cuts the connection if
 * none arrive for too long.
 */
export function bodySource(
  { body }: CallerRequest,
  headers: CallerHeaders,
  incoming: IncomingMessage | undefined,
  { BODY_IDLE_TIMEOUT_MS, MAX_BODY_BYTES }: Environment,
): Readable {
  const source = incoming ?? (body ? Readable.fromWeb(body as ReadableStream) : Readable.from([]));
  if (incoming) {
    incoming.socket.setTimeout(BODY_IDLE_TIMEOUT_MS);
    incoming.once("end", () => incoming.socket.setTimeout(0));
  }
  const encoding = headers.get("content-encoding");
  const maxBytes = Math.max(LONGEST_SOURCE_BYTES, MAX_BODY_BYTES);
  return isCompressed(encoding) ? decompress(source, encoding, maxBytes) : source;
}
