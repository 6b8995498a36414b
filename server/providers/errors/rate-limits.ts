import type { Headers as PlainHeaders } from "./retry-after.ts";

/** Headers of a response, as undici or fetch deliver them. */
export type ResponseHeaders = PlainHeaders | Headers;

/** What an upstream says is left of one of a credential's limits. `resetsAtMs`: Unix ms; absent if it does not say. */
export type RateLimit = {
  kind: "requests" | "tokens" | "input_tokens" | "output_tokens";
  remaining: number;
  limit?: number;
  resetsAtMs?: number;
};

type Names = { kind: RateLimit["kind"]; remaining: string; limit: string; reset: string };

const named = (kind: RateLimit["kind"], start: string, end: string): Names => ({
  kind,
  remaining: `${start}remaining${end}`,
  limit: `${start}limit${end}`,
  reset: `${start}reset${end}`,
});
const anthropic = (kind: RateLimit["kind"], word: string): Names => ({
  kind,
  remaining: `anthropic-ratelimit-${word}-remaining`,
  limit: `anthropic-ratelimit-${word}-limit`,
  reset: `anthropic-ratelimit-${word}-reset`,
});

/** The names in the providers' documentation. */
const NAMES: readonly Names[] = [
  // OpenAI, Azure, Groq, Fireworks and most compatible servers.
  named("requests", "x-ratelimit-", "-requests"),
  named("tokens", "x-ratelimit-", "-tokens"),
  anthropic("requests", "requests"),
  anthropic("tokens", "tokens"),
  anthropic("input_tokens", "input-tokens"),
  anthropic("output_tokens", "output-tokens"),
  // Cerebras.
  named("requests", "x-ratelimit-", "-requests-day"),
  named("tokens", "x-ratelimit-", "-tokens-minute"),
  // OpenRouter, Together and the IETF's draft.
  named("requests", "x-ratelimit-", ""),
  named("requests", "ratelimit-", ""),
];

/** Returns the limits in a response's headers; `atMs`: when it arrived, in Unix ms. */
export function rateLimitsIn(headers: ResponseHeaders, atMs: number): RateLimit[] {
  const limits: RateLimit[] = [];
  for (const { kind, remaining: name, limit: limitName, reset } of NAMES) {
    const remaining = amount(headerIn(headers, name));
    if (remaining === undefined) continue;
    const limit = amount(headerIn(headers, limitName));
    const resetsAtMs = momentOf(headerIn(headers, reset), atMs);
    limits.push({
      kind,
      remaining,
      ...(limit !== undefined && { limit }),
      ...(resetsAtMs !== undefined && { resetsAtMs }),
    });
  }
  return limits;
}

function headerIn(headers: ResponseHeaders, name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined;
  const value = headers[name];
  return Array.isArray(value) ? value[0] : value;
}

function amount(text: string | undefined): number | undefined {
  const value = text === undefined || text.trim() === "" ? Number.NaN : Number(text);
  return Number.isFinite(value) && value >= 0 ? value : undefined;
}

/** A larger number is a time since 1970 and not a wait: this many seconds are 31 years. */
const SHORTEST_UNIX_SECONDS = 1e9;
const SHORTEST_UNIX_MS = 1e12;
/** Quotas last a month at most. */
const LONGEST_WAIT_MS = 31 * 24 * 3_600_000;

/**
 * Reads a wait like OpenAI's `1m2.5s` and `7ms`, seconds, a Unix time in seconds or milliseconds, or Anthropic's
 * RFC 3339 date.
 */
function momentOf(text: string | undefined, atMs: number): number | undefined {
  if (text === undefined) return undefined;
  const waitMs = durationMs(text) ?? untilMoment(text, atMs);
  return waitMs === undefined ? undefined : atMs + Math.min(Math.max(waitMs, 0), LONGEST_WAIT_MS);
}

function untilMoment(text: string, atMs: number): number | undefined {
  const value = amount(text);
  if (value === undefined) {
    const date = Date.parse(text);
    return Number.isNaN(date) ? undefined : date - atMs;
  }
  if (value >= SHORTEST_UNIX_MS) return value - atMs;
  return value >= SHORTEST_UNIX_SECONDS ? value * 1000 - atMs : value * 1000;
}

const UNIT_MS: Record<string, number> = { d: 86_400_000, h: 3_600_000, m: 60_000, s: 1000, ms: 1 };

function durationMs(text: string): number | undefined {
  if (!/^(\d+(\.\d+)?(ms|[dhms]))+$/.test(text)) return undefined;
  let sumMs = 0;
  for (const [, value, unit] of text.matchAll(/(\d+(?:\.\d+)?)(ms|[dhms])/g))
    sumMs += Number(value) * (UNIT_MS[unit as string] as number);
  return sumMs;
}
