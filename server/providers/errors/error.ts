import { AISDKError, APICallError, UnsupportedFunctionalityError } from "@ai-sdk/provider";
import { isRecord } from "#lib/is-record.ts";
import { statusOfError } from "#server/error-status.ts";
import { HttpError, UpstreamError } from "#server/errors.ts";
import { block, tryParse } from "../exchange/json.ts";
import { maskSecrets } from "../requests/mask.ts";
import { faultOf, isOfAnotherKey, rejectsTexts } from "./error-fault.ts";
import { limitOf } from "./error-limit.ts";
import { errorMessage, relayedMessage } from "./error-message.ts";
import { type NetworkFault, networkFault, wasNeverSent } from "./error-network.ts";
import { rejectionScope } from "./rejection-scope.ts";
import { type Headers, retryAfterMs } from "./retry-after.ts";

const longestBody = 65_536;

/** The secret to mask, and the current time (Unix milliseconds) for HTTP dates. */
export type FailureContext = { credential: string; now: number };

export type Failure = { status: number; headers: Headers; body: string };

/**
 * Returns the error for an upstream's failure response. A 401, 402 or 403 concerns the credential: the message is the
 * gateway's own, and the upstream's message is in `raw`.
 */
export function fromResponse({ status, headers, body }: Failure, { credential, now }: FailureContext): UpstreamError {
  const raw = maskSecrets(body.slice(0, longestBody), credential);
  const json = tryParse(raw);
  const own = errorMessage(json, raw) ?? `The provider responded with status ${status}`;
  const message = relayedMessage(json) ?? own;
  // What a gateway's own provider says of its key is not about our credential.
  const fault = rejectsTexts(json, message) ? "request" : faultOf(status, json, own);
  const limit = fault === "request" ? limitOf(status, json, message) : undefined;
  const known = isOfAnotherKey(status, message) ? 400 : status;
  return new UpstreamError(known < 400 ? 502 : known, fault === "credential" ? credentialSentence(status) : message, {
    // The caller decides whether a text that one provider's policy rejects may go to another.
    retryable: fault !== "request" || limit === "context_length" || limit === "input",
    retryAfterMs: retryAfterMs(headers, json, now),
    fault,
    raw,
    ...(fault === "credential" && { rejects: rejectionScope(status, json, raw) }),
    ...(limit && { limit }),
  });
}

/**
 * Returns the error for an exception of a request to an upstream, or for an `error` part of a neutral stream. Returns
 * undefined for a fault of ours, which must be thrown unchanged.
 */
export function fromThrown(error: unknown, context: FailureContext): UpstreamError | undefined {
  const own = ownError(error);
  if (own) return own;
  const refusal = refusalOf(error);
  if (refusal) return new UpstreamError(refusal.status, refusal.message, { retryable: false });
  if (APICallError.isInstance(error) && error.statusCode !== undefined)
    return fromCall(error, error.statusCode, context);
  const network = networkFault(error);
  if (network) return fromNetwork(network, error);
  if (UnsupportedFunctionalityError.isInstance(error)) return unsupportedError(error);
  if (AISDKError.isInstance(error)) return unreadable(maskSecrets(error.message, context.credential));
  if (typeof error === "string" || isRecord(error))
    return error instanceof Error ? undefined : fromEvent(error, context);
  return undefined;
}

/** Returns an error of ours, which packages wrap in their own if the body of a response throws it. */
function ownError(error: unknown): UpstreamError | undefined {
  const candidates = error instanceof Error ? [error, error.cause] : [];
  return candidates.find((candidate) => candidate instanceof UpstreamError);
}

/** Returns the address guard's error, which fetch wraps in its own. */
function refusalOf(error: unknown): HttpError | undefined {
  const candidates = error instanceof Error ? [error, error.cause] : [];
  return candidates.find((candidate) => candidate instanceof HttpError);
}

function fromCall(error: APICallError, status: number, context: FailureContext): UpstreamError {
  const body = error.responseBody?.trim() ? error.responseBody : error.message;
  // The first event of a 200 stream, for which OpenAI's package guessed a status.
  const event = block(tryParse(body));
  if (event.type === "error" && "sequence_number" in event) return fromEvent(event, context);
  if (status >= 300) return fromResponse({ status, headers: error.responseHeaders ?? {}, body }, context);
  const network = networkFault(error);
  return network
    ? fromNetwork(network, error)
    : unreadable(maskSecrets(body.slice(0, longestBody), context.credential));
}

/** Returns the error for an event of a stream, with the HTTP status closest to what it reports. */
function fromEvent(event: string | Record<string, unknown>, context: FailureContext): UpstreamError {
  const body = typeof event === "string" ? event : JSON.stringify(event);
  return fromResponse({ status: eventStatus(block(event)), headers: {}, body }, context);
}

/** Returns the status of an error reported within a 200 response. */
export function eventStatus(event: Record<string, unknown>): number {
  const error = block(event.error);
  const status = [event.status, event.code, error.code, error.status].map(Number).find(isFailure);
  const words = statusOfError([event.type, event.code, error.type, error.code]);
  // The SDK packages derive `statusCode` from the message.
  return status ?? words ?? [Number(event.statusCode)].find(isFailure) ?? 502;
}

function isFailure(status: number): boolean {
  return Number.isInteger(status) && status >= 400 && status < 600;
}

function fromNetwork({ kind, code }: NetworkFault, cause: unknown): UpstreamError {
  const detail = code ? ` (${code})` : "";
  if (kind === "aborted") return new UpstreamError(499, "The request was stopped", { retryable: false, cause });
  if (kind === "timeout")
    return new UpstreamError(524, `The provider took too long${detail}`, { retryable: true, cause });
  const mayBeBilled = !wasNeverSent(code);
  return new UpstreamError(502, `The connection to the provider failed${detail}`, {
    retryable: true,
    mayBeBilled,
    cause,
  });
}

/** Returns an error that is retried elsewhere, since another upstream may support what this one's adapter cannot. */
function unsupportedError(error: UnsupportedFunctionalityError): UpstreamError {
  return new UpstreamError(400, error.message, { retryable: true, fault: "model" });
}

function unreadable(raw: string): UpstreamError {
  return new UpstreamError(502, "The provider's response could not be read", { retryable: true, raw });
}

function credentialSentence(status: number): string {
  if (status === 402) return "The account at the provider has no credit left";
  return "The provider rejected the credential";
}
