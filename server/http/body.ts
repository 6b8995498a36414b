import { isUtf8 } from "node:buffer";
import type { IncomingMessage } from "node:http";
import type { z } from "zod";
import { HttpError } from "#server/errors.ts";
import { parseLargeJson } from "#server/large-json.ts";
import { parseShallowJson } from "#server/shallow-json.ts";
import type { CallerHeaders } from "./caller-headers.ts";
import type { CallerRequest } from "./caller-request.ts";
import { issueOf } from "./issue.ts";

/** What is larger is parsed with turns of the event loop between. */
const LARGE_BYTES = 2 * 1024 * 1024;

/**
 * Reads a whole body of at most `maxBytes`.
 * Throws 413 past it, before the rest is read, and 400 when the client breaks off.
 */
export function readBody(
  request: CallerRequest,
  headers: CallerHeaders,
  incoming: IncomingMessage | undefined,
  maxBytes: number,
): Promise<Buffer> {
  const declared = Number(headers.get("content-length") ?? 0);
  if (declared > maxBytes) throw tooLarge(maxBytes);
  return incoming ? readIncoming(incoming, maxBytes, declared) : readStream(request.body ?? null, maxBytes);
}

function readIncoming(incoming: IncomingMessage, maxBytes: number, declared: number): Promise<Buffer> {
  if (declared > LARGE_BYTES) return readInPlace(incoming, declared);
  return new Promise((done, fail) => {
    const chunks: Buffer[] = [];
    let size = 0;
    incoming.on("data", (chunk: Buffer) => {
      size += chunk.byteLength;
      if (size > maxBytes) {
        incoming.removeAllListeners("data");
        incoming.resume();
        fail(tooLarge(maxBytes));
      } else chunks.push(chunk);
    });
    incoming.once("end", () => done(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks, size)));
    incoming.once("error", () => fail(new HttpError(400, "The request body was cut off")));
  });
}

/** A large body of known length goes where it will be as it comes: putting 50 MB together takes 30 ms in one turn. */
async function readInPlace(incoming: IncomingMessage, sizeBytes: number): Promise<Buffer> {
  const body = Buffer.allocUnsafe(sizeBytes);
  let filled = 0;
  try {
    for await (const chunk of incoming as AsyncIterable<Buffer>) filled += chunk.copy(body, filled);
  } catch {
    throw new HttpError(400, "The request body was cut off");
  }
  return body.subarray(0, filled);
}

async function readStream(stream: ReadableStream<Uint8Array> | null, maxBytes: number): Promise<Buffer> {
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

/** Some write it before every text; RFC 8259 lets it be passed over. */
const BYTE_ORDER_MARK = Buffer.from("\ufeff");

/**
 * Parses JSON text; the promise of it for a large one. Throws 400 that says where it breaks, or that it is encoded in
 * what is not read here.
 */
export function parseJson(sent: Buffer, encoding: string | null = null): unknown {
  if (sent.byteLength === 0) throw new HttpError(400, "The request needs a JSON body");
  const bytes = sent[0] === BYTE_ORDER_MARK[0] && sent.indexOf(BYTE_ORDER_MARK) === 0 ? sent.subarray(3) : sent;
  try {
    // Else what is no text would go on as question marks.
    if (!isUtf8(bytes)) throw new SyntaxError("it is not UTF-8");
    if (bytes.byteLength <= LARGE_BYTES) return parseShallowJson(bytes);
  } catch (error) {
    throw refusal(error as Error, encoding);
  }
  return parseLargeJson(bytes).catch((error: Error) => {
    throw refusal(error, encoding);
  });
}

function refusal(error: Error, encoding: string | null): HttpError {
  if (encoding === null || encoding === "identity") return notJson(error);
  return new HttpError(400, "The request body has a Content-Encoding; send it without one");
}

/** What a body is answered with that is no JSON. */
export function notJson(error: Error): HttpError {
  return new HttpError(400, `The request body is not valid JSON: ${withoutQuote(error)}`);
}

/** The parser repeats a piece of the text that it could not read, which may be a secret. */
function withoutQuote({ message }: Error): string {
  return message.replace(/,? (?:\.\.\.)?".*is not valid JSON$/s, "").slice(0, 200);
}

/** Checks a value against the contract. Throws 400 that names each wrong field, at most ten. */
export function parseInput<T extends z.ZodType>(schema: T, value: unknown, what: string): z.output<T> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.slice(0, 10).map(issueOf);
  const first = issues.map((issue) => (issue.path ? `${issue.path}: ${issue.message}` : issue.message)).join("; ");
  throw new HttpError(400, `Invalid ${what}: ${first}`, { metadata: { issues } });
}
