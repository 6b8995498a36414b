import { setTimeout as sleep } from "node:timers/promises";
import type { UpstreamError } from "#server/errors.ts";
import type { Gateway } from "#server/gateway.ts";
import type { StopSignal } from "#server/stop-signal.ts";
import type { Attempt } from "../model-call.ts";
import type { Candidate } from "../planning/candidate.ts";
import { circuitOf } from "./circuit-breaker.ts";

/** Failures that say that the upstream has not made an answer. A timeout says nothing of the kind. */
const MADE_NOTHING = new Set([500, 502, 503, 529]);

/** Between these, so that calls that failed together do not come again together. */
const SHORTEST_WAIT_MS = 50;
const JITTER_MS = 150;

/**
 * Waits until a candidate that has just failed is worth a second try, and returns whether it is. It is tried again only
 * where the upstream has not begun an answer, where no other candidate of its model is next, and within the time that
 * the call and RETRY_WAIT_MS leave. `next`: the candidate that would be tried instead.
 */
export async function waitForRetry(
  gateway: Gateway,
  attempt: Attempt,
  failure: UpstreamError,
  next: Candidate | undefined,
  caller: StopSignal,
  endsAtMs: number,
): Promise<boolean> {
  const { candidate } = attempt;
  if (next && next.endpoint.model === candidate.endpoint.model) return false;
  const askedMs = pauseBeforeRetry(failure, attempt);
  const { RETRY_WAIT_MS: longestMs } = gateway.environment;
  if (askedMs === undefined || longestMs === 0 || askedMs > longestMs) return false;
  const waitMs = askedMs + SHORTEST_WAIT_MS + Math.random() * JITTER_MS;
  if (performance.now() + waitMs >= endsAtMs) return false;
  await pause(waitMs, caller);
  return next === undefined || gateway.circuits.allows(circuitOf(candidate), gateway.now());
}

/** How long the upstream wants to be left alone before the same request, in ms; undefined: it must not be sent again. */
function pauseBeforeRetry({ fault, status, retryAfterMs }: UpstreamError, { state }: Attempt): number | undefined {
  if (fault !== "upstream" || state.begun) return undefined;
  if (status === 429) return retryAfterMs;
  return MADE_NOTHING.has(status) ? (retryAfterMs ?? 0) : undefined;
}

/** A caller who leaves ends the wait; the next attempt then ends at once. */
async function pause(ms: number, caller: StopSignal): Promise<void> {
  if (caller.aborted) return;
  const left = new AbortController();
  const leave = () => left.abort();
  caller.addEventListener("abort", leave);
  await sleep(ms, undefined, { signal: left.signal }).catch(() => undefined);
  caller.removeEventListener("abort", leave);
}
