import { HttpError, UpstreamError } from "#server/errors.ts";

/**
 * What the caller is told when every candidate has failed. A caller's mistake keeps its status; a credential that
 * the upstream refused is never shown as the caller's own 401; the rest is 502, 503, 524, 529 or 429 with Retry-After.
 * `pausedMs`: how long the gateway itself leaves the candidate alone, where the upstream has not said how long to wait.
 */
export function finalError(failure: UpstreamError, provider: string, generation: string, pausedMs: number): HttpError {
  // What a guardrail withholds is told as the guardrail says it, whoever the provider was.
  if (failure.cause instanceof HttpError && failure.fault === "guardrail") return failure.cause;
  const status = callerStatus(failure);
  const metadata = {
    provider_name: provider,
    // For whoever may mend it: the provider key, not the request.
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

/** Statuses after which the same call may well be answered a little later. */
const MAY_PASS = new Set([429, 503, 529]);
/** Clients take no time at all for an invitation to ask at once. */
const SHORTEST_WAIT_SECONDS = 1;

const PASSED_ON = new Set([408, 429, 503, 524, 529]);

/** What an upstream may say of a caller's request and this API says too; any other 4xx is a 400 here. */
const OF_THE_CALLER = new Set([400, 402, 403, 404, 408, 413, 422, 499]);

/** The status a failure has for the caller, before the first content and after it. */
export function callerStatus(failure: UpstreamError): number {
  if (failure.fault === "guardrail") return failure.status;
  if (failure.fault === "request") return OF_THE_CALLER.has(failure.status) ? failure.status : 400;
  if (failure.fault === "model") return statusOfModel(failure.status);
  if (failure.fault === "credential") return 502;
  if (failure.status === 504) return 524;
  return PASSED_ON.has(failure.status) ? failure.status : 502;
}

/** A model that is gone is not there; a wrong address (405, 421) is the operator's to mend. */
function statusOfModel(status: number): number {
  if (status === 404 || status === 410) return 404;
  return status === 400 || status === 422 ? status : 502;
}

/** The reply could not be what the dialect says; another candidate may do better. `raw` must hold no secret. */
export function unreadable(raw?: string): UpstreamError {
  return new UpstreamError(502, "The provider's answer could not be read", { retryable: true, ...(raw && { raw }) });
}

export function cutOff(): UpstreamError {
  return new UpstreamError(502, "The provider cut its answer off", { retryable: true });
}

/** The provider says that its answer has failed, and at most by which word of its own. */
export function endedInError(word: string | undefined): UpstreamError {
  const detail = word && word !== "error" ? ` (${word.slice(0, 100)})` : "";
  return new UpstreamError(502, `The provider ended its answer with an error${detail}`, { retryable: true });
}

/** The provider has no way to be asked this; another may. */
export function notTaken({ message }: Error): UpstreamError {
  const told = `The provider cannot take this request: ${message.slice(0, 500)}`;
  return new UpstreamError(400, told, { retryable: true, fault: "model" });
}
