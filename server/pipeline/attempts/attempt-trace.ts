import { type TraceHeaders, traceContextOf } from "#server/caller/trace-context.ts";
import type { Attempt, ModelCall } from "../model-call.ts";
import { isWithheld } from "./attempt-state.ts";

/** The status of an attempt whose caller disconnected; nginx's. */
const CLIENT_CLOSED = 499;

/**
 * Ends an attempt: its credential is no longer in use, and its trace ends with the failure in its state if `failed` does
 * not name another status. A response that a guardrail withheld is the upstream's success. May run more than once.
 */
export function endAttempt(attempt: Attempt, failed?: number): void {
  const { candidate, trace, state, timeouts } = attempt;
  if (attempt.isInFlight && candidate.member) candidate.member.load.inFlight -= 1;
  attempt.isInFlight = false;
  if (!trace) return;
  const failure = isWithheld(state) ? undefined : (failed ?? state.failure?.status);
  trace.end({
    failure: timeouts.stopped() === "caller" ? CLIENT_CLOSED : failure,
    firstContentMs: state.firstContentMs,
    upstreamId: state.upstreamId,
    upstreamModel: state.upstreamModel,
    finish: state.nativeFinish,
  });
}

/**
 * Returns the trace headers for an upstream: of the attempt's own span if it is sampled, else the caller's. They contain
 * identifiers of a trace and nothing of the request.
 */
export function traceHeaders(call: Pick<ModelCall, "headers">, { trace }: Attempt): TraceHeaders | undefined {
  return trace ? trace.headers() : traceContextOf(call.headers)?.headers;
}

/** Returns a fetch that sends an attempt's trace headers and notes the status of the response. */
export function tracedFetch(call: Pick<ModelCall, "headers">, attempt: Attempt, send: typeof fetch): typeof fetch {
  const added = traceHeaders(call, attempt);
  if (!added && !attempt.trace) return send;
  return async (input, init) => {
    const response = await send(input, added ? { ...init, headers: withHeaders(init?.headers, added) } : init);
    attempt.trace?.responded(response.status);
    return response;
  };
}

function withHeaders(given: RequestInit["headers"], added: TraceHeaders): Headers {
  const headers = new Headers(given);
  for (const [name, value] of Object.entries(added)) headers.set(name, value);
  return headers;
}
