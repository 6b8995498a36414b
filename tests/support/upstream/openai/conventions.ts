import type { Conventions } from "../endpoint.ts";
import type { RecordedRequest } from "../recorded-request.ts";

type OpenAiError = { message: string; type: string; param: string | null; code: string | null };

/** OpenAI, and the many upstreams that use its format. */
export const openai: Conventions = {
  requestIdPrefix: "req_",
  refuse: (request, acceptsKey) => {
    const key = bearer(request);
    if (acceptsKey(key)) return undefined;
    return { status: 401, json: { error: keyError(key) } };
  },
  error: (status, about) => ({ error: openaiError(status, about.model, about.message) }),
  headers: (requestId) => ({
    "x-request-id": requestId,
    "openai-version": "2020-10-01",
    "openai-organization": "org-upstream",
    "openai-processing-ms": "12",
    "x-ratelimit-limit-requests": "10000",
    "x-ratelimit-remaining-requests": "9999",
    "x-ratelimit-reset-requests": "6ms",
    "x-ratelimit-limit-tokens": "2000000",
    "x-ratelimit-remaining-tokens": "1999000",
    "x-ratelimit-reset-tokens": "30ms",
  }),
};

/** Returns the error object that OpenAI sends with a status, also as an event of a stream. */
export function openaiError(status: number, model: string, message?: string): OpenAiError {
  const known = errors[status] ?? serverError;
  const text = message ?? known.message.replace("{model}", model);
  return { message: text, type: known.type, param: known.param ?? null, code: known.code ?? null };
}

type Known = { message: string; type: string; param?: string; code?: string };

const serverError: Known = {
  message: "The server had an error while processing your request. Sorry about that!",
  type: "server_error",
};

const overloaded: Known = {
  message: "The engine is currently overloaded, please try again later.",
  type: "server_error",
  code: "server_is_overloaded",
};

const errors: Record<number, Known> = {
  400: { message: "Invalid value for the request.", type: "invalid_request_error", code: "invalid_value" },
  401: { message: "Incorrect API key provided.", type: "invalid_request_error", code: "invalid_api_key" },
  402: {
    message: "You exceeded your current quota, please check your plan and billing details.",
    type: "insufficient_quota",
    code: "insufficient_quota",
  },
  403: {
    message: "Country, region, or territory not supported",
    type: "request_forbidden",
    code: "unsupported_country_region_territory",
  },
  404: {
    message: "The model `{model}` does not exist or you do not have access to it.",
    type: "invalid_request_error",
    code: "model_not_found",
  },
  413: { message: "Request too large.", type: "invalid_request_error", code: "request_too_large" },
  429: {
    message:
      "Rate limit reached for {model} in organization org-upstream on requests per min (RPM): Limit 3, Used 3, Requested 1.",
    type: "requests",
    code: "rate_limit_exceeded",
  },
  503: overloaded,
  529: overloaded,
};

function keyError(key: string): OpenAiError {
  const shown = key === "" ? "You didn't provide an API key." : `Incorrect API key provided: ${key.slice(0, 4)}****.`;
  return { message: shown, type: "invalid_request_error", param: null, code: key === "" ? null : "invalid_api_key" };
}

export function bearer(request: RecordedRequest): string {
  return (request.headers.authorization ?? "").replace(/^bearer\s+/i, "");
}
