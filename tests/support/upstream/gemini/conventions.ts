import type { Conventions } from "../endpoint.ts";
import type { RecordedRequest } from "../recorded-request.ts";

/** Google's Gemini API. The key comes as `x-goog-api-key` or as `?key=`; a wrong one is a 400, none a 403. */
export const google: Conventions = {
  requestIdPrefix: "",
  refuse: (request, acceptsKey) => {
    const key = keyOf(request);
    if (acceptsKey(key)) return undefined;
    return key === "" ? { status: 403, json: { error: noKey } } : { status: 400, json: { error: wrongKey } };
  },
  error: (status, about) => ({ error: googleError(status, about.model, about.message, about.retryAfterMs) }),
  headers: () => ({
    "server-timing": "gfet4t7; dur=120",
    "x-content-type-options": "nosniff",
    vary: "Origin, X-Origin, Referer",
  }),
};

/**
 * Returns the error object that Google sends with a status, also as an event of a stream. The time to wait is in the
 * body, as `RetryInfo`.
 */
export function googleError(status: number, model: string, message?: string, retryAfterMs = 0): object {
  const [code, text] = errors[status] ?? ["UNAVAILABLE", "The service is currently unavailable."];
  const retry = { "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay: `${retryAfterMs / 1000}s` };
  return {
    code: status,
    message: message ?? text.replace("{model}", model),
    status: code,
    ...(retryAfterMs > 0 && { details: [retry] }),
  };
}

const errors: Record<number, [string, string]> = {
  400: ["INVALID_ARGUMENT", "Request contains an invalid argument."],
  401: ["UNAUTHENTICATED", "Request had invalid authentication credentials."],
  403: ["PERMISSION_DENIED", "Your project has been denied access."],
  404: ["NOT_FOUND", "models/{model} is not found for API version v1beta, or is not supported for generateContent."],
  429: ["RESOURCE_EXHAUSTED", "You exceeded your current quota, please check your plan and billing details."],
  500: ["INTERNAL", "An internal error has occurred."],
  503: ["UNAVAILABLE", "The model is overloaded. Please try again later."],
  504: ["DEADLINE_EXCEEDED", "Deadline expired before operation could complete."],
};

const noKey = {
  code: 403,
  message: "Method doesn't allow unregistered callers (callers without established identity).",
  status: "PERMISSION_DENIED",
};

const wrongKey = {
  code: 400,
  message: "API key not valid. Please pass a valid API key.",
  status: "INVALID_ARGUMENT",
  details: [
    {
      "@type": "type.googleapis.com/google.rpc.ErrorInfo",
      reason: "API_KEY_INVALID",
      domain: "googleapis.com",
      metadata: { service: "generativelanguage.googleapis.com" },
    },
  ],
};

function keyOf(request: RecordedRequest): string {
  return request.headers["x-goog-api-key"] ?? request.query.get("key") ?? "";
}
