import { type Dispatcher, request } from "undici";
import { discard } from "#server/providers/exchange/http.ts";
import { failureReason } from "../failure-reason.ts";

/**
 * The result of an attempt. `isRejected`: the receiver understood the request and does not accept this content, so the
 * same content will fail again.
 */
export type Outcome = {
  status: number | null;
  error: string | null;
  isRejected: boolean;
  /** The pause that the receiver requests. */
  retryAfterMs: number | null;
};

export type Sent = {
  url: string;
  method: "POST" | "PUT";
  headers: Record<string, string>;
  body: string | Uint8Array;
};

export type SendParts = { dispatcher: Dispatcher; signal: AbortSignal; nowMs: number };

const TIMEOUT_MS = 30_000;
const REJECTIONS = new Set([400, 413, 415, 422]);

/** Sends one request. Any 2xx is a success; a redirect is not. Errors name neither the address nor the headers. */
export async function sendOnce({ url, ...sent }: Sent, { dispatcher, signal, nowMs }: SendParts): Promise<Outcome> {
  try {
    const response = await request(url, {
      ...sent,
      dispatcher,
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    });
    discard(response.body);
    const { statusCode: status } = response;
    if (status >= 200 && status < 300) return { status, error: null, isRejected: false, retryAfterMs: null };
    return {
      status,
      error: `The receiver responded with status ${status}`,
      isRejected: REJECTIONS.has(status),
      retryAfterMs: pauseOf(response.headers["retry-after"], nowMs),
    };
  } catch (thrown) {
    return { status: null, error: failureReason(thrown), isRejected: false, retryAfterMs: null };
  }
}

/** Retry-After has seconds or a date (RFC 9110, 10.2.3). */
function pauseOf(header: string | string[] | undefined, nowMs: number): number | null {
  if (typeof header !== "string") return null;
  const pauseMs = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - nowMs;
  return Number.isFinite(pauseMs) ? Math.max(0, pauseMs) : null;
}

const FIRST_PAUSE_MS = 2_000;
const MAX_PAUSE_MS = 15 * 60_000;
const MAX_REQUESTED_PAUSE_MS = 3_600_000;

/**
 * Returns the pause after a number of consecutive failures: it doubles up to 15 minutes, of which a random half is left
 * out, so that receivers do not get every retry at once. A longer pause that the receiver requests is respected, up to an
 * hour.
 */
export function pauseMsAfter(failures: number, retryAfterMs: number | null, random: () => number): number {
  const fullMs = Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(failures - 1, 20));
  return Math.max(fullMs * (0.5 + random() / 2), Math.min(MAX_REQUESTED_PAUSE_MS, retryAfterMs ?? 0));
}
