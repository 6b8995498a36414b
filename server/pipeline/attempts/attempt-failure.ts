import type { UpstreamError } from "#server/errors.ts";
import { fromResponse, fromThrown } from "#server/providers/errors/error.ts";
import type { Attempt, ModelCall } from "../model-call.ts";
import { stopError } from "./attempt-timeouts.ts";

/**
 * Returns an error thrown during an attempt as an UpstreamError: a timeout or a disconnected caller if we stopped the
 * attempt, otherwise the upstream's failure. Returns a bug unchanged.
 */
export function asUpstreamError(call: ModelCall, attempt: Attempt, thrown: unknown): unknown {
  const stopped = attempt.timeouts.stopped();
  if (stopped) return stopError(stopped);
  return fromThrown(thrown, failureContext(call, attempt)) ?? thrown;
}

/** Returns the failure that a 200 response reports in its body or events, read as if the response had that status. */
export function reportedFailure(
  call: ModelCall,
  attempt: Attempt,
  reported: { status: number; raw: unknown },
): UpstreamError {
  if (isWithoutOutput(attempt, reported.status)) attempt.state.hasStarted = false;
  const failure = { status: reported.status, headers: {}, body: JSON.stringify(reported.raw) };
  return fromResponse(failure, failureContext(call, attempt));
}

export function failureContext(call: ModelCall, { candidate }: Attempt) {
  return { credential: candidate.credential, now: call.gateway.now() };
}

/**
 * Returns whether the upstream rejected the request: it reported a status before any content. 502 is our own status for
 * a failure without one, and the upstream may charge for that.
 */
export function isWithoutOutput({ state }: Attempt, status: number): boolean {
  return state.firstContentMs === undefined && status !== 502;
}
