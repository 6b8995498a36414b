/** The one error thrown on purpose. Everything else that is thrown is a bug and becomes a 500. */
export class HttpError extends Error {
  readonly status: number;
  /** Extra facts for the envelope's `error.metadata`; must hold no secret. */
  readonly metadata: Record<string, unknown> | undefined;
  readonly headers: Record<string, string> | undefined;
  /** Fields beside `error` in the envelope. */
  readonly beside: Record<string, unknown> | undefined;

  constructor(
    status: number,
    message: string,
    options: {
      metadata?: Record<string, unknown>;
      headers?: Record<string, string>;
      beside?: Record<string, unknown>;
      cause?: unknown;
    } = {},
  ) {
    super(message, { cause: options.cause });
    this.name = "HttpError";
    this.status = status;
    this.metadata = options.metadata;
    this.headers = options.headers;
    this.beside = options.beside;
  }
}

/**
 * Whose doing a failed attempt is: the caller's request, the credential used, the model's name at the upstream, the
 * upstream itself, or a guardrail, which withholds an answer that is no failure of anyone's.
 */
export type Fault = "request" | "credential" | "model" | "upstream" | "guardrail";

/** What one model cannot take and another may: so long a request, a kind of input, or a text against its provider's policy. */
export type Limit = "context_length" | "input" | "content_policy";

/**
 * A failure of one attempt at an upstream.
 * `status` is the upstream's HTTP status, or 502 for a broken connection or reply and 524 for a timeout.
 * `retryable` says whether another candidate may do better; a caller's mistake is not retryable.
 * `message` is fit for the caller: it never carries a credential.
 */
export class UpstreamError extends Error {
  readonly status: number;
  readonly retryable: boolean;
  readonly retryAfterMs: number | undefined;
  /** `credential`: a 401, 402 or 403 at the upstream is about the credential it was called with, never about the caller's own key. */
  readonly fault: Fault;
  /** The upstream's own error body, bounded and with the credential masked. */
  readonly raw: string | undefined;
  readonly limit: Limit | undefined;
  /** The request had been sent, and nobody knows what the upstream made of it. */
  readonly mayBeBilled: boolean;

  constructor(
    status: number,
    message: string,
    options: {
      retryable: boolean;
      retryAfterMs?: number;
      fault?: Fault;
      raw?: string;
      limit?: Limit;
      mayBeBilled?: boolean;
      cause?: unknown;
    },
  ) {
    super(message, { cause: options.cause });
    this.name = "UpstreamError";
    this.status = status;
    this.retryable = options.retryable;
    this.retryAfterMs = options.retryAfterMs;
    this.fault = options.fault ?? (options.retryable ? "upstream" : "request");
    this.raw = options.raw;
    this.limit = options.limit;
    this.mayBeBilled = options.mayBeBilled ?? false;
  }
}

/** Kinds of failure by status, as vendors' clients read them in `error.type`. */
const TYPES: Record<number, string> = {
  400: "invalid_request_error",
  401: "authentication_error",
  402: "billing_error",
  403: "permission_error",
  404: "not_found_error",
  405: "invalid_request_error",
  408: "timeout_error",
  409: "conflict_error",
  410: "gone_error",
  413: "invalid_request_error",
  416: "invalid_request_error",
  417: "invalid_request_error",
  422: "invalid_request_error",
  429: "rate_limit_error",
  431: "invalid_request_error",
  503: "overloaded_error",
  524: "timeout_error",
  529: "overloaded_error",
};

/** The word for an HTTP status in the error envelope and in streams' error events. */
export function errorType(status: number): string {
  return TYPES[status] ?? "api_error";
}
