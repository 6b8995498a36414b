import type { Conventions } from "../endpoint.ts";
import { bearer } from "../openai/conventions.ts";

/** Perplexity's Agent API: the code of an error is its HTTP status. */
export const perplexity: Conventions = {
  requestIdPrefix: "pplx_",
  refuse: (request, acceptsKey) =>
    acceptsKey(bearer(request))
      ? undefined
      : { status: 401, json: { error: agentError(401, "Invalid API key provided") } },
  error: (status, { message }) => ({ error: agentError(status, message) }),
  headers: (requestId) => ({ "x-request-id": requestId, "x-ratelimit-remaining-requests": "49" }),
};

const TYPES: Record<number, string> = {
  400: "invalid_request",
  401: "forbidden",
  403: "forbidden",
  404: "not_found",
  413: "payload_too_large",
  429: "request_rate_limit_exceeded",
  502: "bad_gateway",
  504: "gateway_timeout",
};

/** Returns the error object that the API sends with a status, also in an event of a stream. */
export function agentError(status: number, message?: string): Record<string, unknown> {
  const unknown = /unknown field "(.+)"/.exec(message ?? "")?.[1];
  return {
    message: message ?? `The upstream provider failed with status ${status}`,
    type: TYPES[status] ?? "internal_error",
    code: status,
    ...(unknown && { param: unknown }),
  };
}
