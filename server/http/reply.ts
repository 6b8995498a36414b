import type { ServerResponse } from "node:http";
import type { Push, Reply, Sink } from "#server/reply.ts";

export function isReply(value: unknown): value is Reply {
  return typeof value === "object" && value !== null && "headers" in value && "body" in value && "status" in value;
}

export function jsonReply(data: unknown, status = 200, headers: Record<string, string> = {}): Reply {
  return { status, headers: { "content-type": "application/json", ...headers }, body: JSON.stringify(data) };
}

/** Writes a reply straight to the socket: the way of our own door, with no stream objects in between. */
export async function writeReply(reply: Reply, outgoing: ServerResponse): Promise<void> {
  const { body } = reply;
  if (typeof body !== "function") {
    const length = body === null ? 0 : typeof body === "string" ? Buffer.byteLength(body) : body.byteLength;
    outgoing.writeHead(reply.status, { ...reply.headers, "content-length": length });
    outgoing.end(body);
    return;
  }
  outgoing.writeHead(reply.status, reply.headers);
  // The headers go out with the pieces that are there already: every write wakes the caller.
  outgoing.cork();
  process.nextTick(() => outgoing.uncork());
  outgoing.flushHeaders();
  const { chunkedEncoding } = outgoing;
  try {
    await body(chunkedEncoding ? chunkedSink(outgoing) : socketSink(outgoing));
    outgoing.chunkedEncoding = chunkedEncoding;
    outgoing.end();
  } catch {
    // The status has gone out: only a broken connection can still say that the answer is not whole.
    outgoing.destroy();
  }
}

/** The same reply as a web Response: the way through Next's router. */
export function toResponse(reply: Reply): Response {
  const { body, ...init } = reply;
  return new Response(typeof body === "function" ? pushedStream(body) : (body as BodyInit | null), init);
}

/** Chunks coded here, in one buffer each: Node's own coding hands the socket four pieces a chunk, at twice the cost. */
function chunkedSink(outgoing: ServerResponse): Sink {
  const { write, drained } = socketSink(outgoing);
  outgoing.chunkedEncoding = false;
  return { write: (chunk) => chunk.length === 0 || write(toChunk(chunk)), drained };
}

/** One chunk of the chunked transfer coding (RFC 9112, section 7.1). */
function toChunk(data: Uint8Array | string): Buffer {
  const sizeBytes = typeof data === "string" ? Buffer.byteLength(data) : data.byteLength;
  const head = `${sizeBytes.toString(16)}\r\n`;
  const chunk = Buffer.allocUnsafe(head.length + sizeBytes + 2);
  chunk.write(head, "latin1");
  if (typeof data === "string") chunk.write(data, head.length);
  else chunk.set(data, head.length);
  chunk.write("\r\n", head.length + sizeBytes, "latin1");
  return chunk;
}

function socketSink(outgoing: ServerResponse): Sink {
  return {
    write: (chunk) => outgoing.write(chunk),
    drained: () =>
      new Promise((done) => {
        if (outgoing.destroyed || !outgoing.writableNeedDrain) return done();
        const finish = () => {
          outgoing.off("drain", finish);
          outgoing.off("close", finish);
          done();
        };
        outgoing.once("drain", finish);
        outgoing.once("close", finish);
      }),
  };
}

function pushedStream(push: Push): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let resume: () => void = () => undefined;
  let gone = false;
  return new ReadableStream<Uint8Array>(
    {
      async start(controller) {
        const sink: Sink = {
          write(chunk) {
            if (gone) return true;
            controller.enqueue(typeof chunk === "string" ? encoder.encode(chunk) : chunk);
            return (controller.desiredSize ?? 0) > 0;
          },
          drained: () => (gone ? Promise.resolve() : new Promise((done) => (resume = done))),
        };
        // Not awaited: a stream's start must settle before anything is read from it.
        push(sink).then(
          () => gone || controller.close(),
          (error: unknown) => gone || controller.error(error),
        );
      },
      pull: () => resume(),
      cancel() {
        gone = true;
        resume();
      },
    },
    new ByteLengthQueuingStrategy({ highWaterMark: 64 * 1024 }),
  );
}
