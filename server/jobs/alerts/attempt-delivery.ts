import type { AlertDeliveryRow } from "#server/data/alert-deliveries.ts";
import type { DeliveryAttempt } from "#server/data/webhooks.ts";
import { type Outcome, pauseMsAfter } from "../destinations/outcome.ts";

/** A message that cannot be delivered for this long is given up. */
const MAX_AGE_MS = 24 * 3_600_000;
const MAX_STORED_ATTEMPTS = 50;

/** The result of one attempt: the message's state, its attempts, and when the next one is due. */
export type Attempted = { status: "pending" | "delivered" | "failed"; attempts: DeliveryAttempt[]; inMs: number };

/**
 * Sends a message once. A message that the receiver rejects is given up; any other failure is retried with growing
 * pauses for a day. Returns undefined if the process is ending.
 */
export async function attemptDelivery(
  delivery: AlertDeliveryRow,
  send: () => Promise<Outcome>,
  { now, signal }: { now(): number; signal: AbortSignal },
): Promise<Attempted | undefined> {
  const atMs = now();
  const startedMs = performance.now();
  const { status, error, isRejected, retryAfterMs } = await send();
  if (error !== null && signal.aborted) return undefined;
  const attempt = {
    at: new Date(atMs).toISOString(),
    status,
    error,
    durationMs: Math.round(performance.now() - startedMs),
  };
  const attempts = [...(delivery.attempts as DeliveryAttempt[]), attempt].slice(-MAX_STORED_ATTEMPTS);
  if (error === null) return { status: "delivered", attempts, inMs: 0 };
  const inMs = pauseMsAfter(attempts.length, retryAfterMs, Math.random);
  const isLate = atMs + inMs - delivery.createdAt.getTime() > MAX_AGE_MS;
  return { status: isRejected || isLate ? "failed" : "pending", attempts, inMs };
}
