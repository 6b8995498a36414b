import type { Readable } from "node:stream";
import { Agent, type Dispatcher } from "undici";
import type { StopSignal } from "#server/stop-signal.ts";
import { decodedResponse } from "./decoded-response.ts";
import { Exchange, type NativeResponse } from "./exchange.ts";
import { type OutboundProxy, proxyConnector } from "./proxy-tunnel.ts";

/** The default timeout for requests without their own: the longest possible call (15 minutes). */
export const LONGEST_MS = 15 * 60_000;

export type EgressOptions = {
  /** The maximum number of open connections to one origin; further requests wait. */
  connections: number;
  connectTimeoutMs: number;
  /** How long to keep an idle connection if the upstream does not say. */
  keepAliveMs?: number;
};

export type UpstreamOptions = EgressOptions & { proxy?: OutboundProxy | undefined };

/**
 * Creates the connection pool for upstreams that the operator configured. Created once in a process and closed when it
 * ends.
 */
export function upstreamAgent({ connections, connectTimeoutMs, proxy, keepAliveMs = 30_000 }: UpstreamOptions): Agent {
  return new Agent({
    connections,
    connect: proxy ? proxyConnector(proxy, connectTimeoutMs) : { timeout: connectTimeoutMs },
    keepAliveTimeout: keepAliveMs,
    headersTimeout: LONGEST_MS,
    bodyTimeout: LONGEST_MS,
  });
}

/**
 * Returns the global fetch with connections from `dispatcher`. Redirects are returned, not followed: following one
 * would send the credential to another address.
 */
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
 * Posts a body to an upstream. Resolves when the response headers arrive, with any status; does not follow redirects.
 * The caller enforces the idle timeout of the body. Rejects with undici's errors (`fromThrown` converts them).
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

/**
 * Sends a GET to an upstream. Resolves when the response headers arrive, with any status; does not follow redirects.
 */
export function getNative(call: NativeGet): Promise<NativeResponse> {
  return exchange(call, { method: "GET", headers: { "accept-encoding": "identity", ...call.headers } });
}

type Sent = Omit<Dispatcher.DispatchOptions, "origin" | "path">;

function exchange({ dispatcher, url, signal }: NativeGet, sent: Sent): Promise<NativeResponse> {
  return new Promise((resolve, failed) => {
    const answered = (response: NativeResponse) => resolve(decodedResponse(response));
    dispatcher.dispatch({ ...sent, ...addressOf(url) }, new Exchange(signal, { answered, failed }));
  });
}

type Address = { origin: string; path: string };

/** Caches parsed URLs: the same few are called repeatedly, and parsing is slower than a lookup. */
const addresses = new Map<string, Address>();
const MOST_ADDRESSES = 1_000;

function addressOf(url: string): Address {
  const cached = addresses.get(url);
  if (cached) return cached;
  const { origin, pathname, search } = new URL(url);
  const address = { origin, path: pathname + search };
  if (addresses.size >= MOST_ADDRESSES) addresses.clear();
  addresses.set(url, address);
  return address;
}

/** Discards an unread body. Its connection breaks, and without a listener that error would end the process. */
export function discard(body: Readable): void {
  body.on("error", () => undefined).destroy();
}
