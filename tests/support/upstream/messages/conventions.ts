import type { Conventions } from "../endpoint.ts";
import type { RecordedRequest } from "../recorded-request.ts";

/**
 * Anthropic. The key comes as `x-api-key`, or as a bearer token from a signed-in client; the version header is
 * required.
 */
export const anthropic: Conventions = {
  requestIdPrefix: "req_01",
  refuse: (request, acceptsKey) => {
    if (!acceptsKey(keyOf(request))) return { status: 401, json: anthropicError(401, "invalid x-api-key") };
    if (request.headers["anthropic-version"]) return undefined;
    return { status: 400, json: anthropicError(400, "anthropic-version: header is required") };
  },
  error: (status, about) => ({
    ...anthropicError(status, about.message ?? (status === 404 ? `model: ${about.model}` : undefined)),
    request_id: about.requestId,
  }),
  headers: (requestId) => ({
    "request-id": requestId,
    "anthropic-organization-id": "00000000-0000-4000-8000-000000000001",
    "anthropic-ratelimit-requests-limit": "4000",
    "anthropic-ratelimit-requests-remaining": "3999",
    "anthropic-ratelimit-requests-reset": "2026-01-02T03:04:05Z",
    "anthropic-ratelimit-input-tokens-limit": "400000",
    "anthropic-ratelimit-input-tokens-remaining": "399000",
    "anthropic-ratelimit-input-tokens-reset": "2026-01-02T03:04:05Z",
  }),
};

/** Returns the error object that Anthropic sends with a status, also as an event of a stream. */
export function anthropicError(status: number, message?: string): object {
  const [type, text] = errors[status] ?? ["api_error", "Internal server error"];
  return { type: "error", error: { type, message: message ?? text } };
}

const errors: Record<number, [string, string]> = {
  400: ["invalid_request_error", "messages: at least one message is required"],
  401: ["authentication_error", "invalid x-api-key"],
  402: ["billing_error", "Your credit balance is too low to access the Anthropic API."],
  403: ["permission_error", "Your API key does not have permission to use the specified resource."],
  404: ["not_found_error", "Not found"],
  413: ["request_too_large", "Request exceeds the maximum size"],
  429: ["rate_limit_error", "This request would exceed your organization's rate limit of 50 requests per minute."],
  504: ["timeout_error", "Request timed out"],
  529: ["overloaded_error", "Overloaded"],
};

function keyOf(request: RecordedRequest): string {
  return request.headers["x-api-key"] ?? (request.headers.authorization ?? "").replace(/^bearer\s+/i, "");
}
