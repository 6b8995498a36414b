import { LRUCache } from "lru-cache";
import type { Vault } from "#server/security/vault.ts";

/** A response that was kept, and what the request that received it paid. */
export type CachedResponse = {
  /** The whole response in the caller's dialect, as JSON. */
  json: string;
  generationId: string;
  /** The id of the model endpoint that responded. */
  endpoint: string;
  /** The credential that it was called with; undefined if the provider has a single one. */
  credential?: string;
  model: string;
  /** The dialect's finish reason. */
  finish: string;
  costNanoUsd: number;
  /** What the conversion dropped, as in `X-Dropped`; undefined for nothing. */
  dropped?: string;
  /** Unix ms. */
  keptAtMs: number;
};

/** Keeps responses by key, in this process or in a store that several processes share. Never rejects. */
export type ResponseCache = {
  get(key: string): Promise<CachedResponse | undefined> | CachedResponse | undefined;
  /** Keeps a response for some seconds; a response that is too large is not kept. */
  put(key: string, response: CachedResponse, ttlSeconds: number): void;
};

/** A store that keeps texts for all processes. `isDown`: it does not respond at present. */
export type SharedResponses = {
  get(name: string): Promise<string | null>;
  put(name: string, text: string, ttlSeconds: number): Promise<unknown>;
  isDown(): boolean;
};

/** A larger response is not kept. */
const MAX_RESPONSE_BYTES = 1024 * 1024;

/** Creates a cache in memory that holds at most `maxBytes` and drops what was used least recently. */
export function memoryResponses(maxBytes: number, now: () => number): ResponseCache {
  if (maxBytes === 0) return { get: () => undefined, put: () => undefined };
  const kept = new LRUCache<string, CachedResponse & { untilMs: number }>({
    maxSize: maxBytes,
    maxEntrySize: Math.min(maxBytes, MAX_RESPONSE_BYTES),
    sizeCalculation: ({ json }) => Buffer.byteLength(json) + 512,
  });
  return {
    get(key) {
      const found = kept.get(key);
      if (!found || found.untilMs > now()) return found;
      kept.delete(key);
      return undefined;
    },
    put(key, response, ttlSeconds) {
      kept.set(key, { ...response, untilMs: response.keptAtMs + ttlSeconds * 1000 });
    },
  };
}

/**
 * Creates a cache in a shared store, where responses are sealed. While the store does not respond, nothing is found.
 */
export function sharedResponses(store: SharedResponses, vault: Vault): ResponseCache {
  return {
    async get(key) {
      if (store.isDown()) return undefined;
      const sealed = await store.get(key).catch(() => null);
      const opened = sealed === null ? undefined : vault.open(sealed, key);
      return opened === undefined ? undefined : (JSON.parse(opened) as CachedResponse);
    },
    put(key, response, ttlSeconds) {
      if (store.isDown() || Buffer.byteLength(response.json) > MAX_RESPONSE_BYTES) return;
      void store.put(key, vault.seal(JSON.stringify(response), key), ttlSeconds).catch(() => undefined);
    },
  };
}
