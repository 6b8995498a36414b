import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { ApiResponse, Push, Sink } from "#server/api-response.ts";
import { waitForDrain } from "./wait-for-drain.ts";

export function isResponse(value: unknown): value is ApiResponse {
  return typeof value === "object" && value !== null && "headers" in value && "body" in value && "status" in value;
}

export function jsonResponse(data: unknown, status = 200, headers: Record<string, string> = {}): ApiResponse {
  return { status, headers: { "content-type": "application/json", ...headers }, body: JSON.stringify(data) };
}

/** Writes a response directly to the socket, without stream objects. A whole response is written synchronously. */
export function writeResponse(response: ApiResponse, outgoing: ServerResponse): Promise<void> | undefined {
  const { body } = response;
  if (typeof body === "function") return writePieces(response, body, outgoing);
  const length = body === null ? 0 : typeof body === "string" ? Buffer.byteLength(body) : body.byteLength;
  outgoing.writeHead(response.status, { ...response.headers, "content-length": length });
  outgoing.end(body);
  return undefined;
}

async function writePieces(response: ApiResponse, body: Push, outgoing: ServerResponse): Promise<void> {
  outgoing.writeHead(response.status, response.headers);
  // Sends the headers together with the first pieces, because every write wakes the caller.
  outgoing.cork();
  process.nextTick(() => outgoing.uncork());
  outgoing.flushHeaders();
  const { chunkedEncoding, socket } = outgoing;
  try {
    // A response to a pipelined request gets its socket later.
    await body(chunkedEncoding && socket ? chunkedSink(socket) : plainSink(outgoing));
    outgoing.end();
  } catch {
    // The status is already sent, so only a broken connection can show that the response is incomplete.
    outgoing.destroy();
  }
}

/** Returns the same response as a web Response, for Next's router. */
export function toResponse(response: ApiResponse): Response {
  const { body, ...init } = response;
  return new Response(typeof body === "function" ? pushedStream(body) : (body as BodyInit | null), init);
}

/**
 * Returns a sink that encodes chunks itself and writes each as one buffer. Node's own encoding makes four writes for
 * each chunk, at twice the cost. Node encodes the last chunk, which ends the response and sends what was queued for it.
 */
function chunkedSink(socket: Socket): Sink {
  return {
    write: (chunk) => chunk.length === 0 || !socket.writable || socket.write(toChunk(chunk)),
    drained() {
      socket.uncork();
      return waitForDrain(socket);
    },
    ending: () => socket.cork(),
  };
}

const RETURN = 13;
const LINE_FEED = 10;

/**
 * Returns one chunk of the chunked transfer coding (RFC 9112, section 7.1). Sets single bytes directly, because a
 * request would cost more.
 */
function toChunk(data: Uint8Array | string): Buffer {
  const sizeBytes = typeof data === "string" ? Buffer.byteLength(data) : data.byteLength;
  const size = sizeBytes.toString(16);
  const start = size.length + 2;
  const end = start + sizeBytes;
  const chunk = Buffer.allocUnsafe(end + 2);
  for (let at = 0; at < size.length; at++) chunk[at] = size.charCodeAt(at);
  if (typeof data === "string") chunk.write(data, start);
  else chunk.set(data, start);
  chunk[start - 2] = chunk[end] = RETURN;
  chunk[start - 1] = chunk[end + 1] = LINE_FEED;
  return chunk;
}

function plainSink(outgoing: ServerResponse): Sink {
  // A write after the caller has disconnected would emit an error event without a listener.
  return { write: (chunk) => outgoing.destroyed || outgoing.write(chunk), drained: () => waitForDrain(outgoing) };
}

function pushedStream(push: Push): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let resume: () => void = () => undefined;
  let isDisconnected = false;
  return new ReadableStream<Uint8Array>(
    {
      async start(controller) {
        const sink: Sink = {
          write(chunk) {
            if (isDisconnected) return true;
            controller.enqueue(typeof chunk === "string" ? encoder.encode(chunk) : chunk);
            return (controller.desiredSize ?? 0) > 0;
          },
          drained: () => (isDisconnected ? Promise.resolve() : new Promise((done) => (resume = done))),
        };
        // Not awaited: a stream's start must resolve before anything is read from it.
        push(sink).then(
          () => isDisconnected || controller.close(),
          (error: unknown) => isDisconnected || controller.error(error),
        );
      },
      pull: () => resume(),
      cancel() {
        isDisconnected = true;
        resume();
      },
    },
    new ByteLengthQueuingStrategy({ highWaterMark: 64 * 1024 }),
  );
}
