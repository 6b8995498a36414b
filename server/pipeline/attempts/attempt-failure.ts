import type { UpstreamError } from "#server/errors.ts";
import { fromResponse, fromThrown } from "#server/providers/errors/error.ts";
import type { Attempt, ModelCall } from "../model-call.ts";
import { stopError } from "./attempt-timeouts.ts";

/** What a step of an attempt has thrown, as an upstream's error or a stop of ours; a bug stays what it is. */
export function asUpstreamError(call: ModelCall, attempt: Attempt, thrown: unknown): unknown {
  const stopped = attempt.timeouts.stopped();
  if (stopped) return stopError(stopped);
  return fromThrown(thrown, failureContext(call, attempt)) ?? thrown;
}

/** A failure that a 200 tells in its body or its events, read as if it had come with the status it names. */
export function reportedFailure(
  call: ModelCall,
  attempt: Attempt,
  told: { status: number; raw: unknown },
): UpstreamError {
  if (producedNothing(attempt, told.status)) attempt.state.begun = false;
  const failure = { status: told.status, headers: {}, body: JSON.stringify(told.raw) };
  return fromResponse(failure, failureContext(call, attempt));
}

export function failureContext(call: ModelCall, { candidate }: Attempt) {
  return { credential: candidate.credential, now: call.gateway.now() };
}

/** A failure that names its status before any content is a refusal; 502 is ours for what says less, and may be billed. */
export function producedNothing({ state }: Attempt, status: number): boolean {
  return state.firstContentMs === undefined && status !== 502;
}
