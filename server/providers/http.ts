import type { Readable } from "node:stream";
import { Agent, type Dispatcher, request } from "undici";

/** The default of each request without a time limit of its own: the longest a call may take (15 minutes). */
const longestMs = 15 * 60_000;

export type EgressOptions = {
  /** Open connections to one origin; further requests wait. */
  connections: number;
  connectTimeoutMs: number;
  /** How long an idle connection is kept when the upstream does not say. */
  keepAliveMs?: number;
};

/** The connection pool for upstreams that the operator named. Made once in a process, closed when it ends. */
export function upstreamAgent({ connections, connectTimeoutMs, keepAliveMs = 30_000 }: EgressOptions): Agent {
  return new Agent({
    connections,
    connect: { timeout: connectTimeoutMs },
    keepAliveTimeout: keepAliveMs,
    headersTimeout: longestMs,
    bodyTimeout: longestMs,
  });
}

/** The global fetch over `dispatcher`. A redirect is answered as it came: following it would hand the credential to another address. */
export function upstreamFetch(dispatcher: Dispatcher): typeof fetch {
  return (input, init) => fetch(input, { ...init, dispatcher, redirect: "manual" } as RequestInit);
}

export type NativeRequest = {
  dispatcher: Dispatcher;
  url: string;
  headers: Record<string, string>;
  body: string | Uint8Array;
  signal: AbortSignal;
  headersTimeoutMs: number;
};

export type NativeGet = Pick<NativeRequest, "dispatcher" | "url" | "headers" | "signal">;

export type NativeResponse = {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: Dispatcher.ResponseData["body"];
};

/**
 * Posts a body to an upstream and answers as soon as its headers are there, whatever the status; redirects are not followed.
 * The idle time of the body is the caller's to watch. Rejects with undici's own errors (`fromThrown` reads them).
 */
export async function requestNative(call: NativeRequest): Promise<NativeResponse> {
  const answer = await request(call.url, {
    method: "POST",
    dispatcher: call.dispatcher,
    headers: { "content-type": "application/json", "accept-encoding": "identity", ...call.headers },
    body: call.body,
    signal: call.signal,
    headersTimeout: call.headersTimeoutMs,
    bodyTimeout: 0,
  });
  return { status: answer.statusCode, headers: answer.headers, body: answer.body };
}

/** Gets from an upstream and answers as soon as its headers are there, whatever the status; redirects are not followed. */
export async function getNative({ url, dispatcher, headers, signal }: NativeGet): Promise<NativeResponse> {
  const answer = await request(url, { dispatcher, headers: { "accept-encoding": "identity", ...headers }, signal });
  return { status: answer.statusCode, headers: answer.headers, body: answer.body };
}

/** Lets go of a body that nobody will read. Its connection breaks off, which without a listener would end the process. */
export function discard(body: Readable): void {
  body.on("error", () => undefined).destroy();
}

/** The start of a body as text, for error bodies; the rest is not read and its connection is closed. */
export async function readBounded(body: Readable, limitBytes = 65_536): Promise<string> {
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    sizeBytes += chunk.length;
    if (sizeBytes >= limitBytes) break;
  }
  return Buffer.concat(chunks).subarray(0, limitBytes).toString("utf8");
}
