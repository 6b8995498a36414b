/** The only error thrown on purpose. Any other exception is a bug and becomes a 500. */
export class HttpError extends Error {
  readonly status: number;
  /** Additional facts for the envelope's `error.metadata`; must not contain secrets. */
  readonly metadata: Record<string, unknown> | undefined;
  readonly headers: Record<string, string> | undefined;
  /** What a provider's clients read in `error.details`. */
  readonly details: Record<string, unknown> | undefined;
  /** Fields next to `error` in the envelope. */
  readonly extraFields: Record<string, unknown> | undefined;

  constructor(
    status: number,
    message: string,
    options: {
      metadata?: Record<string, unknown>;
      headers?: Record<string, string>;
      details?: Record<string, unknown>;
      extraFields?: Record<string, unknown>;
      cause?: unknown;
    } = {},
  ) {
    super(message, { cause: options.cause });
    this.name = "HttpError";
    this.status = status;
    this.metadata = options.metadata;
    this.headers = options.headers;
    this.details = options.details;
    this.extraFields = options.extraFields;
  }
}

const DATABASE_UNAVAILABLE = "database_unavailable";

/** Returns the error of a request that needs the database while it does not respond. */
export function databaseUnavailable(cause?: unknown): HttpError {
  return new HttpError(503, "The database is not responding. Model requests continue; try this request again later.", {
    metadata: { reason: DATABASE_UNAVAILABLE },
    headers: { "retry-after": "2" },
    cause,
  });
}

/** Returns whether an error, or one that caused it, means that the database does not respond. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (error instanceof HttpError) return error.metadata?.reason === DATABASE_UNAVAILABLE;
  return error instanceof Error && isDatabaseUnavailable(error.cause);
}

/**
 * The cause of a failed attempt: the caller's request, the credential, the model's name at the upstream, the upstream
 * itself, or a guardrail that withheld the response.
 */
export type Fault = "request" | "credential" | "model" | "upstream" | "guardrail";

/**
 * The reason that a model rejects a request that another may accept: its length, a kind of input, or a text that
 * violates the provider's policy.
 */
export type Limit = "context_length" | "input" | "content_policy";

/**
 * What the rejection of a credential applies to: each of its requests, those for one model endpoint, or a single
 * request, such as one that is too expensive for the account's balance.
 */
export type RejectionScope = "credential" | "model" | "request";

/**
 * A failure of one attempt at an upstream. `status` is the upstream's HTTP status, or 502 for a broken connection or
 * response and 524 for a timeout. `retryable`: another candidate may succeed; false for a caller's mistake. `message`
 * is safe for the caller: it never contains a credential.
 */
export class UpstreamError extends Error {
  readonly status: number;
  readonly retryable: boolean;
  readonly retryAfterMs: number | undefined;
  /** `credential`: the upstream rejected the credential that was used (401, 402 or 403), not the caller's own key. */
  readonly fault: Fault;
  /** Only of a `credential` fault. */
  readonly rejects: RejectionScope | undefined;
  /** The upstream's own error body, bounded and with the credential masked. */
  readonly raw: string | undefined;
  readonly limit: Limit | undefined;
  /** The request was sent, and it is unknown whether the upstream processed it. */
  readonly mayBeBilled: boolean;

  constructor(
    status: number,
    message: string,
    options: {
      retryable: boolean;
      retryAfterMs?: number;
      fault?: Fault;
      rejects?: RejectionScope;
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
    this.rejects = options.rejects ?? (this.fault === "credential" ? "credential" : undefined);
    this.raw = options.raw;
    this.limit = options.limit;
    this.mayBeBilled = options.mayBeBilled ?? false;
  }
}

/** Values of `error.type` by status, as the providers' clients expect them. */
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
  426: "invalid_request_error",
  429: "rate_limit_error",
  431: "invalid_request_error",
  503: "overloaded_error",
  524: "timeout_error",
  529: "overloaded_error",
};

/** Returns the error type for an HTTP status, in the error envelope and in streams' error events. */
export function errorType(status: number): string {
  return TYPES[status] ?? "api_error";
}

/** Google's words for HTTP statuses (https://cloud.google.com/apis/design/errors). */
const GOOGLE_STATUSES: Record<number, string> = {
  400: "INVALID_ARGUMENT",
  401: "UNAUTHENTICATED",
  402: "FAILED_PRECONDITION",
  403: "PERMISSION_DENIED",
  404: "NOT_FOUND",
  408: "DEADLINE_EXCEEDED",
  409: "ABORTED",
  413: "INVALID_ARGUMENT",
  422: "INVALID_ARGUMENT",
  429: "RESOURCE_EXHAUSTED",
  500: "INTERNAL",
  502: "UNAVAILABLE",
  503: "UNAVAILABLE",
  504: "DEADLINE_EXCEEDED",
  524: "DEADLINE_EXCEEDED",
  529: "UNAVAILABLE",
};

/** Returns Google's word for an HTTP status, as in its errors' `status`. */
export function googleStatus(status: number): string {
  return GOOGLE_STATUSES[status] ?? (status < 500 ? "INVALID_ARGUMENT" : "INTERNAL");
}
