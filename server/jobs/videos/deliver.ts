import { type Dispatcher, request } from "undici";
import type { DeliveryAttempt, DeliveryRow } from "#server/data/webhooks.ts";
import { discard } from "#server/providers/exchange/http.ts";
import type { WebhookSigner } from "#server/security/webhook-signer.ts";
import { failureReason } from "../failure-reason.ts";
import { signedHeaders } from "../signed-headers.ts";

const TIMEOUT_MS = 15_000;
const DAY_MS = 86_400_000;
const FIRST_PAUSE_MS = 10_000;
const MAX_PAUSE_MS = 3_600_000;
const MAX_STORED_ATTEMPTS = 50;

export type DeliveryParts = {
  /** Must reject private addresses that the operator does not allow, judged by the address to which it connects. */
  dispatcher: Dispatcher;
  signer: WebhookSigner;
  secret: string;
  nowMs: number;
  signal: AbortSignal;
};

/** The result of one attempt: the delivery's state, its attempts, and when the next one is due. */
export type Delivered = { status: "pending" | "delivered" | "failed"; attempts: DeliveryAttempt[]; inMs: number };

/**
 * Sends a message once. Any 2xx is a success; a redirect is not. Failed messages are retried with growing pauses until
 * a day after they were first due.
 */
export async function deliver(delivery: DeliveryRow, parts: DeliveryParts): Promise<Delivered> {
  const attempt = await attemptOf(delivery, parts);
  const attempts = [...(delivery.attempts as DeliveryAttempt[]), attempt].slice(-MAX_STORED_ATTEMPTS);
  if (attempt.error === null) return { status: "delivered", attempts, inMs: 0 };
  const inMs = Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (attempts.length - 1));
  const isLate = parts.nowMs + inMs - delivery.createdAt.getTime() > DAY_MS;
  return { status: isLate ? "failed" : "pending", attempts, inMs };
}

/** A message and its destination. */
export type Message = Pick<DeliveryRow, "url" | "body" | "idempotencyKey">;

/** Signs and sends a message, and returns how the attempt went. */
export async function attemptOf(message: Message, parts: DeliveryParts): Promise<DeliveryAttempt> {
  const startedMs = performance.now();
  const { status, error } = await sendMessage(message, parts);
  const durationMs = Math.round(performance.now() - startedMs);
  return { at: new Date(parts.nowMs).toISOString(), status, error, durationMs };
}

type Sent = { status: number | null; error: string | null };

async function sendMessage({ url, body, idempotencyKey }: Message, parts: DeliveryParts): Promise<Sent> {
  const { dispatcher, signer, secret, nowMs, signal } = parts;
  if (new URL(url).protocol !== "https:") return { status: null, error: "The URL must use https" };
  const signature = signer.sign(secret, body, Math.floor(nowMs / 1000));
  try {
    const response = await request(url, {
      method: "POST",
      dispatcher,
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
      headers: signedHeaders(signature, idempotencyKey),
      body,
    });
    discard(response.body);
    const isAccepted = response.statusCode >= 200 && response.statusCode < 300;
    return {
      status: response.statusCode,
      error: isAccepted ? null : `The receiver responded with status ${response.statusCode}`,
    };
  } catch (thrown) {
    return { status: null, error: failureReason(thrown) };
  }
}
