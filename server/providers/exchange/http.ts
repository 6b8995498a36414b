import type { Readable } from "node:stream";
import { Agent, type Dispatcher } from "undici";
import type { StopSignal } from "#server/stop-signal.ts";
import { Exchange, type NativeResponse } from "./exchange.ts";

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
  signal: StopSignal;
  headersTimeoutMs: number;
};

export type NativeGet = Pick<NativeRequest, "dispatcher" | "url" | "headers" | "signal">;

/**
 * Posts a body to an upstream and answers as soon as its headers are there, whatever the status; redirects are not followed.
 * The idle time of the body is the caller's to watch. Rejects with undici's own errors (`fromThrown` reads them).
 */
export function requestNative(call: NativeRequest): Promise<NativeResponse> {
  return exchange(call, {
    method: "POST",
    headers: { "content-type": "application/json", "accept-encoding": "identity", ...call.headers },
    body: call.body,
    headersTimeout: call.headersTimeoutMs,
    bodyTimeout: 0,
  });
}

/** Gets from an upstream and answers as soon as its headers are there, whatever the status; redirects are not followed. */
export function getNative(call: NativeGet): Promise<NativeResponse> {
  return exchange(call, { method: "GET", headers: { "accept-encoding": "identity", ...call.headers } });
}

type Sent = Omit<Dispatcher.DispatchOptions, "origin" | "path">;

function exchange({ dispatcher, url, signal }: NativeGet, sent: Sent): Promise<NativeResponse> {
  return new Promise((answered, failed) => {
    dispatcher.dispatch({ ...sent, ...addressOf(url) }, new Exchange(signal, { answered, failed }));
  });
}

type Address = { origin: string; path: string };

/** Few addresses are called again and again, and reading one takes longer than finding it. */
const addresses = new Map<string, Address>();
const MOST_ADDRESSES = 1_000;

function addressOf(url: string): Address {
  const known = addresses.get(url);
  if (known) return known;
  const { origin, pathname, search } = new URL(url);
  const address = { origin, path: pathname + search };
  if (addresses.size >= MOST_ADDRESSES) addresses.clear();
  addresses.set(url, address);
  return address;
}

/** Lets go of a body that nobody will read. Its connection breaks off, which without a listener would end the process. */
export function discard(body: Readable): void {
  body.on("error", () => undefined).destroy();
}
