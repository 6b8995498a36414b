import type { ApiResponse } from "#server/api-response.ts";
import { errorType, googleStatus, HttpError, UpstreamError } from "#server/errors.ts";
import { jsonResponse } from "./send-response.ts";

/** Returns the error body of the API: a superset that every provider's client can read. */
export function errorEnvelope(status: number, message: string, metadata?: Record<string, unknown>) {
  return { type: "error", error: { type: errorType(status), code: status, message, ...(metadata && { metadata }) } };
}

/** Adds what Google's clients read to an error response: its word for the status, and when to try again. */
export function withGoogleStatus(response: ApiResponse): ApiResponse {
  const { error, ...rest } = JSON.parse(String(response.body));
  const details = googleDetails(error.metadata ?? {}, response.headers["retry-after"]);
  const named = { ...error, status: googleStatus(response.status), ...(details.length > 0 && { details }) };
  return { ...response, body: JSON.stringify({ ...rest, error: named }) };
}

/** Returns the details of Google's errors (https://cloud.google.com/apis/design/errors#error_details). */
function googleDetails(metadata: Record<string, unknown>, retryAfter: string | undefined): Record<string, unknown>[] {
  const { field, limit, rate_limit: rule } = metadata;
  const isRate = typeof field === "string" && rule !== undefined;
  // `requests_per_minute` is `RequestsPerMinute` in the names of Google's quotas.
  const quotaId = isRate && field.replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
  const violation = { subject: rule, quotaMetric: field, quotaId, quotaValue: String(limit) };
  return [
    ...(isRate ? [{ "@type": "type.googleapis.com/google.rpc.QuotaFailure", violations: [violation] }] : []),
    ...(retryAfter ? [{ "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay: `${retryAfter}s` }] : []),
  ];
}

/** Error codes of RFC 6749 (section 5.2) for errors that name none. */
const OAUTH_ERRORS: Record<number, string> = { 429: "slow_down", 500: "server_error", 503: "temporarily_unavailable" };

/** Returns an error response in the format of RFC 6749; an operation names its code in `oauth_error`. */
export function withOauthError(response: ApiResponse): ApiResponse {
  const { message, metadata } = JSON.parse(String(response.body)).error;
  const error = metadata?.oauth_error ?? OAUTH_ERRORS[response.status] ?? "invalid_request";
  return { ...response, body: JSON.stringify({ error, error_description: message }) };
}

/** RFC 9110, section 11.6.1 requires this header with a 401, and some clients fail without it. */
const HOW_TO_AUTHENTICATE = { "www-authenticate": "Bearer" };

/**
 * Returns the response for anything thrown. Anything but an HttpError is a 500 that reveals nothing about its cause.
 * `generationId`: the ledger row that records it.
 */
export function errorResponse(thrown: unknown, generationId?: string): ApiResponse {
  if (thrown instanceof HttpError) {
    const { details, extraFields } = thrown;
    const { error, ...envelope } = errorEnvelope(thrown.status, thrown.message, thrown.metadata);
    const body = { ...envelope, error: { ...error, ...(details && { details }) }, ...extraFields };
    return jsonResponse(body, thrown.status, {
      ...(thrown.status === 401 && HOW_TO_AUTHENTICATE),
      ...(generationId && { "x-generation-id": generationId }),
      ...thrown.headers,
    });
  }
  if (thrown instanceof UpstreamError) {
    return jsonResponse(errorEnvelope(thrown.status, thrown.message), thrown.status);
  }
  return jsonResponse(errorEnvelope(500, "Internal Server Error"), 500);
}
