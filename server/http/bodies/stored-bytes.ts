import type { Readable } from "node:stream";
import type { ApiResponse, Push } from "#server/api-response.ts";
import { HttpError } from "#server/errors.ts";
import type { Call } from "../operation.ts";
import { type ByteSpan, byteSpan } from "./byte-range.ts";

export type StoredBytes = {
  /** Identifies the bytes, which never change. */
  id: string;
  sizeBytes: number;
  /** Media type and Content-Disposition. */
  headers: Record<string, string>;
  /** Opens all bytes or a range. */
  open(span: ByteSpan | undefined): Promise<Readable>;
};

/**
 * Returns a response with stored bytes: all of them, or the range that the caller requests, as media players and
 * resumed downloads do. Throws 416 for a range outside the content.
 */
export async function storedBytes({ request, departure }: Pick<Call, "request" | "departure">, bytes: StoredBytes) {
  const { sizeBytes } = bytes;
  const etag = `"${bytes.id}"`;
  const headers = {
    ...bytes.headers,
    "accept-ranges": "bytes",
    etag,
    "x-content-type-options": "nosniff",
    "cache-control": "private, no-store",
  };
  const whole = { ...headers, "content-length": String(sizeBytes) };
  if (request.method === "HEAD") return { status: 200, headers: whole, body: noBytes } satisfies ApiResponse;
  const span = isSame(request.headers.get("if-range"), etag)
    ? byteSpan(request.headers.get("range"), sizeBytes)
    : undefined;
  if (span === "beyond") {
    const refused = { "content-range": `bytes */${sizeBytes}`, "accept-ranges": "bytes" };
    throw new HttpError(416, `The file has only ${sizeBytes} bytes`, { headers: refused });
  }
  const body = pushBytes(await bytes.open(span), departure.signal);
  if (!span) return { status: 200, headers: whole, body } satisfies ApiResponse;
  const part = {
    "content-length": String(span.end - span.start + 1),
    "content-range": `bytes ${span.start}-${span.end}/${sizeBytes}`,
  };
  return { status: 206, headers: { ...headers, ...part }, body } satisfies ApiResponse;
}

/** A range that continues an earlier download is valid only for the same content; otherwise everything is sent. */
function isSame(ifRange: string | null, etag: string): boolean {
  return ifRange === null || ifRange === etag;
}

const noBytes: Push = async () => undefined;

/** Sends the bytes at the reader's pace, so that a large file is never fully in memory. */
function pushBytes(bytes: Readable, left: AbortSignal): Push {
  left.addEventListener("abort", () => bytes.destroy());
  return async (sink) => {
    for await (const chunk of bytes as AsyncIterable<Uint8Array>) {
      if (!sink.write(chunk)) await sink.drained();
    }
  };
}
