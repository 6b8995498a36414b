import { isRecord } from "#lib/is-record.ts";
import type { Principal } from "#server/caller/principal.ts";
import type { Body } from "#server/dialects/dialect.ts";
import { parseJsonText } from "#server/json/shallow-json.ts";
import { createFrames, eachData } from "#server/providers/wire/frames.ts";
import { isWithheld } from "../attempts/attempt-state.ts";
import { droppedHeader } from "../converted/dropped-fields.ts";
import { forbidsRetention } from "../guard/content-rules.ts";
import type { Attempt, ModelCall } from "../model-call.ts";
import type { Candidate } from "../planning/candidate.ts";
import { isResumable } from "../resume/resumable.ts";
import type { TextCall } from "../text-call.ts";
import { type CacheableCall, cacheKey } from "./cache-key.ts";
import type { CachedResponse, ResponseCache } from "./response-cache.ts";

/** How a request uses the cache. */
export type Caching = { key: string; ttlSeconds: number };

/** A longer stream is not kept. */
const MAX_STREAM_CHARACTERS = 4 * 1024 * 1024;

/** Fields of a response that belong to one request. */
const OF_ONE_CALL = ["service_metadata", "openrouter_metadata"];

/**
 * Returns how a text request uses the cache; undefined if it does not ask for it, or if its response must not be
 * reused: server tools act or look up what changes, and zero data retention allows no copy. `body`: before guardrails.
 */
export function textCaching(call: TextCall, body: Body, candidates: readonly Candidate[]): Caching | undefined {
  if (call.serverTools || isResumable(call)) return undefined;
  return cachingOf({ ...call, kind: call.dialect.form ?? call.dialect.id }, body, candidates);
}

/** The same for a request with a single wire format. */
export function cachingOf(call: CacheableCall, body: Body, candidates: readonly Candidate[]): Caching | undefined {
  const ttlSeconds = ttlOf(call.principal, body);
  if (!ttlSeconds || forbidsRetention(body)) return undefined;
  return { key: cacheKey(call, body, candidates), ttlSeconds };
}

/** Returns whether a request or its key asks for the cache, at the cost of two look-ups. */
export function asksForCache(principal: Principal, body: Body): boolean {
  return Boolean(body.cache ?? principal.key?.cacheTtlSeconds);
}

function ttlOf({ key }: Principal, { cache }: Body): number | null | undefined {
  if (isRecord(cache) && typeof cache.ttl === "number") return cache.ttl;
  return key?.cacheTtlSeconds;
}

/** A cached response, and the candidate that made it. */
export type CacheHit = { kept: CachedResponse; candidate: Candidate };

/**
 * Returns the cached response for a request. A response from a model endpoint or credential that is no candidate today
 * is not returned: a guardrail may forbid it, or the caller may have lost access to it.
 */
export async function findResponse(
  responses: ResponseCache,
  { key }: Caching,
  candidates: readonly Candidate[],
): Promise<CacheHit | undefined> {
  const kept = await responses.get(key);
  if (!kept) return undefined;
  const isSource = (one: Candidate) => one.endpoint.id === kept.endpoint && credentialOf(one) === kept.credential;
  const candidate = candidates.find(isSource);
  return candidate && { kept, candidate };
}

function credentialOf({ own, systemKey }: Candidate): string | undefined {
  return own?.id ?? systemKey;
}

/** Keeps a whole response. */
export function keepResponse(
  call: Pick<ModelCall, "gateway" | "id">,
  { candidate, state }: Pick<Attempt, "candidate" | "state">,
  { key, ttlSeconds }: Caching,
  json: string,
  costNanoUsd: number,
): void {
  const response = parseJsonText(json);
  if (!isRecord(response) || state.failure || isWithheld(state)) return;
  for (const name of OF_ONE_CALL) delete response[name];
  const { gateway, id } = call;
  const credential = credentialOf(candidate);
  const dropped = droppedHeader(state.notes);
  const kept: CachedResponse = {
    json: JSON.stringify(response),
    generationId: id,
    endpoint: candidate.endpoint.id,
    ...(credential && { credential }),
    ...(dropped && { dropped }),
    model: candidate.endpoint.model,
    finish: state.nativeFinish ?? "stop",
    costNanoUsd,
    keptAtMs: gateway.now(),
  };
  gateway.responses.put(key, kept, ttlSeconds);
}

/** Collects what a stream sends to the caller, so that it can be kept as a whole response. */
export type StreamCopy = {
  add(chunk: Uint8Array | string): void;
  /** Returns the equivalent whole response as JSON; undefined if the stream was too long to keep. */
  whole(): string | undefined;
};

export function createStreamCopy({ dialect }: Pick<TextCall, "dialect">): StreamCopy {
  const chunks: (Uint8Array | string)[] = [];
  let length = 0;
  return {
    add(chunk) {
      length += chunk.length;
      if (length <= MAX_STREAM_CHARACTERS) chunks.push(typeof chunk === "string" ? chunk : Buffer.from(chunk));
    },
    whole() {
      if (length > MAX_STREAM_CHARACTERS) return undefined;
      const events: { data: unknown }[] = [];
      const bytes = Buffer.concat(chunks.map((chunk) => (typeof chunk === "string" ? Buffer.from(chunk) : chunk)));
      eachData(createFrames().push(bytes) ?? Buffer.alloc(0), (data) => {
        if (data !== "" && data !== "[DONE]") events.push({ data: parseJsonText(data) });
      });
      return JSON.stringify(dialect.collect(events));
    },
  };
}
