import { setTimeout as sleep } from "node:timers/promises";
import type { UpstreamError } from "#server/errors.ts";
import type { StopSignal } from "#server/stop-signal.ts";
import type { Attempt } from "../model-call.ts";
import type { PipelineGateway } from "../pipeline-gateway.ts";
import type { Candidate } from "../planning/candidate.ts";
import { circuitOf } from "./circuit-breaker.ts";

/** Statuses that show the upstream generated nothing. A timeout does not show that. */
const MADE_NOTHING = new Set([500, 502, 503, 529]);

/** Retries wait between these bounds, so that requests that failed together do not retry together. */
const SHORTEST_WAIT_MS = 50;
const JITTER_MS = 150;

/**
 * Waits until the candidate may be retried, and returns whether to retry it. Retries only if the upstream has not
 * started a response, no other candidate of the same model follows, and both the request's remaining time and
 * RETRY_WAIT_MS allow the wait. `next`: the candidate to try instead.
 */
export async function waitForRetry(
  gateway: PipelineGateway,
  attempt: Attempt,
  failure: UpstreamError,
  next: Candidate | undefined,
  caller: StopSignal,
  endsAtMs: number,
): Promise<boolean> {
  const { candidate } = attempt;
  if (next && next.endpoint.model === candidate.endpoint.model) return false;
  const requestedPauseMs = pauseBeforeRetry(failure, attempt);
  const { RETRY_WAIT_MS: longestMs } = gateway.environment;
  if (requestedPauseMs === undefined || longestMs === 0 || requestedPauseMs > longestMs) return false;
  const waitMs = requestedPauseMs + SHORTEST_WAIT_MS + Math.random() * JITTER_MS;
  if (performance.now() + waitMs >= endsAtMs) return false;
  await pause(waitMs, caller);
  return next === undefined || gateway.circuits.allows(circuitOf(candidate), gateway.now());
}

/** Returns how long to wait before sending the same request again, in ms; undefined if it must not be sent again. */
function pauseBeforeRetry({ fault, status, retryAfterMs }: UpstreamError, { state }: Attempt): number | undefined {
  if (fault !== "upstream" || state.hasStarted) return undefined;
  if (status === 429) return retryAfterMs;
  return MADE_NOTHING.has(status) ? (retryAfterMs ?? 0) : undefined;
}

/** Waits. A caller who disconnects ends the wait; the next attempt then ends at once. */
async function pause(ms: number, caller: StopSignal): Promise<void> {
  if (caller.aborted) return;
  const left = new AbortController();
  const leave = () => left.abort();
  caller.addEventListener("abort", leave);
  await sleep(ms, undefined, { signal: left.signal }).catch(() => undefined);
  caller.removeEventListener("abort", leave);
}
