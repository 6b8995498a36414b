import { HttpError, UpstreamError } from "#server/errors.ts";

/**
 * Returns the error for a request whose candidates have all failed. An error in the request keeps its status. A
 * credential that the upstream rejected never appears as a 401, which would blame the caller's key. All other failures
 * become 502, 503, 524, 529, or 429 with Retry-After. `pausedMs`: how long the circuit breaker stays open, used where
 * the upstream sent no Retry-After.
 */
export function finalError(failure: UpstreamError, provider: string, generation: string, pausedMs: number): HttpError {
  // A guardrail's error is the same for all providers.
  if (failure.cause instanceof HttpError && failure.fault === "guardrail") return failure.cause;
  const status = callerStatus(failure);
  const metadata = {
    provider_name: provider,
    // Tells the operator or workspace admin to fix the provider key, not the request.
    ...(failure.fault === "credential" && { reason: "provider_key" }),
    ...(failure.raw && { raw: failure.raw.slice(0, 4000) }),
  };
  const message = failure.fault === "request" ? failure.message : `Provider returned error: ${failure.message}`;
  const headers: Record<string, string> = { "x-generation-id": generation };
  const waitMs = failure.retryAfterMs ?? (status === 429 ? pausedMs : undefined);
  if (waitMs !== undefined && MAY_PASS.has(status))
    headers["retry-after"] = String(Math.max(SHORTEST_WAIT_SECONDS, Math.ceil(waitMs / 1000)));
  return new HttpError(status, message, { metadata, headers, cause: failure });
}

/** Statuses after which the same request may succeed a little later. */
const MAY_PASS = new Set([429, 503, 529]);
/** Clients treat a wait of 0 as an invitation to retry immediately. */
const SHORTEST_WAIT_SECONDS = 1;

const PASSED_ON = new Set([408, 429, 503, 524, 529]);

/** Upstream statuses for request errors that this API passes on; any other 4xx becomes 400. */
const OF_THE_CALLER = new Set([400, 402, 403, 404, 408, 413, 422, 499]);

/** Returns the status that the caller sees for a failure, before or after the first content. */
export function callerStatus(failure: UpstreamError): number {
  if (failure.fault === "guardrail") return failure.status;
  if (failure.fault === "request") return OF_THE_CALLER.has(failure.status) ? failure.status : 400;
  if (failure.fault === "model") return statusOfModel(failure.status);
  if (failure.fault === "credential") return 502;
  if (failure.status === 504) return 524;
  return PASSED_ON.has(failure.status) ? failure.status : 502;
}

/** A retired model is a 404. A wrong address (405, 421) is the operator's to fix. */
function statusOfModel(status: number): number {
  if (status === 404 || status === 410) return 404;
  return status === 400 || status === 422 ? status : 502;
}

/**
 * Returns the error for a response that does not follow its dialect; another candidate may do better. `raw` must not
 * contain a secret.
 */
export function unreadableError(raw?: string): UpstreamError {
  return new UpstreamError(502, "The provider's response could not be read", { retryable: true, ...(raw && { raw }) });
}

export function cutOffError(): UpstreamError {
  return new UpstreamError(502, "The provider cut off its response", { retryable: true });
}

/**
 * Returns the error for a response that the provider ended as failed. `word`: the provider's own name for the reason.
 */
export function errorEndingError(word: string | undefined): UpstreamError {
  const detail = word && word !== "error" ? ` (${word.slice(0, 100)})` : "";
  return new UpstreamError(502, `The provider ended its response with an error${detail}`, { retryable: true });
}

/** Returns the error for a request that this provider's API cannot express; another provider may accept it. */
export function unsupportedRequest({ message }: Error): UpstreamError {
  const text = `The provider does not support this request: ${message.slice(0, 500)}`;
  return new UpstreamError(400, text, { retryable: true, fault: "model" });
}
