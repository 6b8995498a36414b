import { type RateLimit, type ResponseHeaders, rateLimitsIn } from "#server/providers/errors/rate-limits.ts";

/**
 * What is known of a credential's limits at one model endpoint. Headers are kept as they came and read only when a pool
 * chooses, so that requests on a single credential pay nothing for them.
 */
export type Quota = {
  /** Number of requests sent; a request's own number is its sequence. */
  begun: number;
  /** The sequence of the request whose response the headers belong to: an older response knows less. */
  noted: number;
  notedAtMs: number;
  headers: ResponseHeaders | undefined;
  /** The limits in the headers, once read. */
  limits: readonly RateLimit[] | undefined;
  /** Unix ms until which the upstream rejects requests, after a 429. */
  coolsUntilMs: number;
};

export function newQuota(): Quota {
  return { begun: 0, noted: 0, notedAtMs: 0, headers: undefined, limits: undefined, coolsUntilMs: 0 };
}

/** Records the headers of a response to the request with this sequence. */
export function noteHeaders(quota: Quota, sequence: number, headers: ResponseHeaders, nowMs: number): void {
  if (sequence < quota.noted) return;
  quota.noted = sequence;
  quota.notedAtMs = nowMs;
  quota.headers = headers;
  quota.limits = undefined;
}

/** How long to avoid a credential after a 429 that does not say when its limit resets. */
const UNKNOWN_RESET_MS = 5_000;
/** How long to avoid one that has nothing left, if no header says when that changes. */
const UNKNOWN_REFILL_MS = 1_000;

/** Records a 429: the credential cools down for as long as the upstream asks, else until its limit resets. */
export function coolDown(quota: Quota, nowMs: number, retryAfterMs: number | undefined): void {
  const waitMs = retryAfterMs || Math.max(0, exhaustedUntil(quota, nowMs) - nowMs) || UNKNOWN_RESET_MS;
  quota.coolsUntilMs = Math.max(quota.coolsUntilMs, nowMs + waitMs);
}

/** Returns when the credential may be used again, in Unix ms; 0 if it may be used now. */
export function limitedUntil(quota: Quota, nowMs: number): number {
  const untilMs = Math.max(quota.coolsUntilMs, exhaustedUntil(quota, nowMs));
  return untilMs > nowMs ? untilMs : 0;
}

function exhaustedUntil(quota: Quota, nowMs: number): number {
  let untilMs = 0;
  for (const limit of limitsOf(quota)) {
    if (leftOf(quota, limit, nowMs) > 0) continue;
    untilMs = Math.max(untilMs, limit.resetsAtMs ?? quota.notedAtMs + UNKNOWN_REFILL_MS);
  }
  return untilMs;
}

/** Returns the limits that the last response reported. */
export function limitsOf(quota: Quota): readonly RateLimit[] {
  if (!quota.headers) return NONE;
  quota.limits ??= rateLimitsIn(quota.headers, quota.notedAtMs);
  return quota.limits;
}

const NONE: readonly RateLimit[] = [];

/**
 * Returns what is left of a limit: what the last response reported, without the requests sent since. The tokens of a
 * request are unknown until its own response.
 */
export function leftOf(quota: Quota, { kind, remaining, limit, resetsAtMs }: RateLimit, nowMs: number): number {
  if (resetsAtMs !== undefined && resetsAtMs <= nowMs) return limit ?? Number.MAX_SAFE_INTEGER;
  return kind === "requests" ? Math.max(0, remaining - (quota.begun - quota.noted)) : remaining;
}

/** Returns the share that is left of the tightest limit, from 0 to 1; 1 if nothing is known. */
export function headroomOf(quota: Quota | undefined, nowMs: number): number {
  if (!quota) return 1;
  let share = 1;
  for (const limit of limitsOf(quota)) {
    const left = leftOf(quota, limit, nowMs);
    // Without the limit itself, what was left at the last response stands for it.
    share = Math.min(share, left / Math.max(limit.limit ?? limit.remaining, left, 1));
  }
  return share;
}
