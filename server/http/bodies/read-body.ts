import type { IncomingMessage } from "node:http";
import { Readable } from "node:stream";
import type { ReadableStream as WebStream } from "node:stream/web";
import { setImmediate as nextTurn } from "node:timers/promises";
import { bodiesFull, type RequestBytes } from "#server/caller/body-memory.ts";
import type { CallerHeaders } from "#server/caller/caller-headers.ts";
import type { CallerRequest } from "#server/caller/caller-request.ts";
import { HttpError } from "#server/errors.ts";
import { decompress, isCompressed } from "./content-encoding.ts";

export type BodyLimits = {
  maxBytes: number;
  /** How long to wait for the next bytes. */
  idleTimeoutMs: number;
  /** Absent if the body comes through Next. */
  held: RequestBytes | undefined;
};

/**
 * Reads a whole body and decompresses it; `maxBytes` applies before and after. Memory grows with the bytes received,
 * not with the announced length. Throws 413 above `maxBytes`, 503 if the process holds too many bytes, 408 if no more
 * bytes arrive, and 400 if the client disconnects.
 */
export function readBody(
  request: CallerRequest,
  headers: CallerHeaders,
  incoming: IncomingMessage | undefined,
  limits: BodyLimits,
): Promise<Buffer> {
  if (Number(headers.get("content-length") ?? 0) > limits.maxBytes) throw tooLarge(limits.maxBytes);
  const encoding = headers.get("content-encoding");
  if (isCompressed(encoding)) {
    const source = incoming ?? (request.body ? Readable.fromWeb(request.body as WebStream) : Readable.from([]));
    return readSource(decompress(source, encoding, limits.maxBytes), limits);
  }
  return incoming ? readSource(incoming, limits) : readStream(request.body ?? null, limits);
}

function readSource(source: Readable, { maxBytes, idleTimeoutMs, held }: BodyLimits): Promise<Buffer> {
  return new Promise((done, fail) => {
    const chunks: Buffer[] = [];
    const collect = collector(chunks);
    let size = 0;
    const idle = setTimeout(() => stop(new HttpError(408, "The request body did not arrive in time")), idleTimeoutMs);
    const stop = (error: HttpError) => {
      clearTimeout(idle);
      source.removeAllListeners("data");
      source.resume();
      fail(error);
    };
    source.on("data", (chunk: Buffer) => {
      size += chunk.byteLength;
      if (size > maxBytes) stop(tooLarge(maxBytes));
      else if (held?.add(chunk.byteLength) === false) stop(bodiesFull());
      else {
        idle.refresh();
        collect(chunk);
      }
    });
    source.once("end", () => {
      clearTimeout(idle);
      done(chunks.length === 1 ? (chunks[0] as Buffer) : join(chunks, size));
    });
    source.on("error", (error) =>
      stop(error instanceof HttpError ? error : new HttpError(400, "The request body was cut off")),
    );
  });
}

/** This many chunks are kept as they arrive. */
const FIRST_CHUNKS = 8;
/** Later small chunks are merged, because each has an object larger than itself. */
const SMALL_BYTES = 4096;
const SEGMENT_BYTES = 32 * 1024;

function collector(chunks: Buffer[]): (chunk: Buffer) => void {
  let segment: Buffer | undefined;
  let used = 0;
  return (chunk) => {
    if (chunks.length < FIRST_CHUNKS || chunk.byteLength >= SMALL_BYTES) {
      segment = undefined;
      chunks.push(chunk);
      return;
    }
    if (!segment || used + chunk.byteLength > SEGMENT_BYTES) {
      segment = Buffer.allocUnsafeSlow(SEGMENT_BYTES);
      used = 0;
      chunks.push(segment);
    }
    used += chunk.copy(segment, used);
    chunks[chunks.length - 1] = segment.subarray(0, used);
  };
}

/** Joining 50 MB in one turn of the event loop takes 30 ms. */
const TURN_BYTES = 2 * 1024 * 1024;

function join(chunks: readonly Buffer[], size: number): Buffer | Promise<Buffer> {
  return size <= TURN_BYTES ? Buffer.concat(chunks, size) : joinInTurns(chunks, size);
}

async function joinInTurns(chunks: readonly Buffer[], size: number): Promise<Buffer> {
  const body = Buffer.allocUnsafeSlow(size);
  let filled = 0;
  let turnEnd = TURN_BYTES;
  for (const chunk of chunks) {
    filled += chunk.copy(body, filled);
    if (filled < turnEnd) continue;
    turnEnd = filled + TURN_BYTES;
    await nextTurn();
  }
  return body;
}

async function readStream(stream: ReadableStream<Uint8Array> | null, { maxBytes }: BodyLimits): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stream ?? []) {
    size += chunk.byteLength;
    if (size > maxBytes) throw tooLarge(maxBytes);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, size);
}

function tooLarge(maxBytes: number): HttpError {
  return new HttpError(413, `Request payload too large: at most ${maxBytes} bytes`);
}
