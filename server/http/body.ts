import type { IncomingMessage } from "node:http";
import type { z } from "zod";
import { HttpError } from "#server/errors.ts";
import { parseLargeJson } from "#server/large-json.ts";

/**
 * Reads a whole body of at most `maxBytes`.
 * Throws 413 past it, before the rest is read, and 400 when the client breaks off.
 */
export async function readBody(
  request: Request,
  incoming: IncomingMessage | undefined,
  maxBytes: number,
): Promise<Buffer> {
  const declared = Number(request.headers.get("content-length") ?? 0);
  if (declared > maxBytes) throw tooLarge(maxBytes);
  return incoming ? readIncoming(incoming, maxBytes) : readStream(request.body, maxBytes);
}

function readIncoming(incoming: IncomingMessage, maxBytes: number): Promise<Buffer> {
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

/** What is larger is parsed with turns of the event loop between. */
const LARGE_BYTES = 2 * 1024 * 1024;

/** Parses JSON text. Throws 400 that says where it breaks. */
export async function parseJson(bytes: Buffer): Promise<unknown> {
  if (bytes.byteLength === 0) throw new HttpError(400, "The request needs a JSON body");
  try {
    return bytes.byteLength > LARGE_BYTES ? await parseLargeJson(bytes) : JSON.parse(bytes.toString("utf8"));
  } catch (error) {
    throw new HttpError(400, `The request body is not valid JSON: ${withoutQuote(error as Error)}`);
  }
}

/** The parser repeats a piece of the text that it could not read, which may be a secret. */
function withoutQuote({ message }: Error): string {
  return message.replace(/,? (?:\.\.\.)?".*is not valid JSON$/s, "").slice(0, 200);
}

/** Checks a value against the contract. Throws 400 that names each wrong field, at most ten. */
export function parseInput<T extends z.ZodType>(schema: T, value: unknown, what: string): z.output<T> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues
    .slice(0, 10)
    .map((issue) => ({ path: pathOf(issue.path), message: issue.message }));
  const first = issues.map((issue) => (issue.path ? `${issue.path}: ${issue.message}` : issue.message)).join("; ");
  throw new HttpError(400, `Invalid ${what}: ${first}`, { metadata: { issues } });
}

function pathOf(path: readonly PropertyKey[]): string {
  return path
    .map((part, index) => (typeof part === "number" ? `[${part}]` : `${index ? "." : ""}${String(part)}`))
    .join("");
}
