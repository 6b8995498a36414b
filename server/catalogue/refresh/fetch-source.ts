import { open } from "node:fs/promises";
import type { Readable } from "node:stream";
import { type Dispatcher, request } from "undici";
import { HttpError } from "#server/errors.ts";

/** models.dev's document has 3 MB, our own snapshot 2 MB. */
const MAX_BYTES = 32 * 1024 * 1024;
const TIMEOUT_MS = 30_000;

export type SourceAccess = {
  /** The source in the operator's environment (PRICES_FROM); it may be on a private network. */
  named: string | undefined;
  /** Connects anywhere. */
  egress: Dispatcher;
  /** Connects to public addresses only. */
  publicEgress: Dispatcher;
};

/**
 * Returns the text of a price source: a file, or an address, which must be public unless it is the one in the
 * environment. Throws HttpError 400 for an invalid source and 502 for one that does not respond.
 */
export async function fetchSource(from: string, access: SourceAccess): Promise<string> {
  const isNamed = from === access.named;
  if (!/^https?:\/\//i.test(from)) return readSource(from);
  if (!isNamed && !/^https:/i.test(from)) throw new HttpError(400, "A price source must be an https URL");
  return get(from, isNamed ? access.egress : access.publicEgress);
}

async function readSource(path: string): Promise<string> {
  const file = await open(path).catch(() => {
    throw new HttpError(400, `The price source ${path} cannot be read`);
  });
  try {
    const { size } = await file.stat();
    if (size > MAX_BYTES) throw createTooLargeError();
    return await file.readFile("utf8");
  } finally {
    await file.close();
  }
}

async function get(address: string, dispatcher: Dispatcher): Promise<string> {
  try {
    const { statusCode, body } = await request(address, { dispatcher, signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (statusCode === 200) return await readBounded(body);
    body.destroy();
    throw new HttpError(502, `The price source responded with status ${statusCode}`);
  } catch (thrown) {
    if (thrown instanceof HttpError) throw thrown;
    throw new HttpError(502, "The price source did not respond", { cause: thrown });
  }
}

async function readBounded(body: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    sizeBytes += chunk.length;
    if (sizeBytes > MAX_BYTES) throw createTooLargeError();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function createTooLargeError(): HttpError {
  return new HttpError(400, `The price source is larger than ${MAX_BYTES / 1024 / 1024} MB`);
}
