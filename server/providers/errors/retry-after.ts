import { block, list } from "../exchange/json.ts";

export type Headers = Record<string, string | string[] | undefined>;

/** Quotas last a day at most; a longer wait is a mistake and may exceed what a header can hold. */
const LONGEST_MS = 24 * 3_600_000;

/**
 * Returns how long an upstream asks to wait, in milliseconds from `now` (Unix milliseconds), from 0 to a day: from
 * `retry-after-ms`, `retry-after` in seconds or as an HTTP date, or Google's `RetryInfo` in the error body.
 */
export function retryAfterMs(headers: Headers, body: unknown, now: number): number | undefined {
  const after = header(headers, "retry-after");
  const waitMs =
    milliseconds(header(headers, "retry-after-ms"), 1) ??
    milliseconds(after, 1000) ??
    untilDate(after, now) ??
    retryInfo(body);
  return waitMs === undefined ? undefined : Math.min(waitMs, LONGEST_MS);
}

function header(headers: Headers, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value[0] : value;
}

function milliseconds(text: string | undefined, factor: number): number | undefined {
  if (text === undefined || text.trim() === "") return undefined;
  const value = Number(text) * factor;
  return Number.isFinite(value) ? Math.max(0, Math.ceil(value)) : undefined;
}

function untilDate(text: string | undefined, now: number): number | undefined {
  const date = text === undefined ? Number.NaN : Date.parse(text);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

/**
 * Reads `{error:{details:[{"@type":"type.googleapis.com/google.rpc.RetryInfo","retryDelay":"34.07s"}]}}`, or the same
 * in an array.
 */
function retryInfo(body: unknown): number | undefined {
  const error = block(block(Array.isArray(body) ? body[0] : body).error);
  const delay = list(error.details)
    .map((detail) => block(detail).retryDelay)
    .find((value) => typeof value === "string");
  return typeof delay === "string" && delay.endsWith("s") ? milliseconds(delay.slice(0, -1), 1000) : undefined;
}
