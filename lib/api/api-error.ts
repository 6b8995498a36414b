import { notifySecondFactorRefusal } from "./second-factor-refusals.ts";

/** One rejected field, with its path as in `limits[0].amount`. */
export type Issue = { path: string; message: string };

type Facts = {
  requestId?: string | undefined;
  issues?: Issue[] | undefined;
  suggestions?: string[] | undefined;
  retryAfterMs?: number | undefined;
  reason?: string | undefined;
  guardrailId?: string | undefined;
};

/** A failed request. `status` is the HTTP status, or 0 if the gateway did not respond. */
export class ApiError extends Error {
  readonly status: number;
  /** Identifies the request in the gateway's log. */
  readonly requestId: string | undefined;
  readonly issues: Issue[];
  /** Names similar to one that was not found. */
  readonly suggestions: string[];
  /** How long the gateway asks to wait before a retry. */
  readonly retryAfterMs: number | undefined;
  /** A reason the caller can act on: `recent_sign_in`, `second_factor`. */
  readonly reason: string | undefined;
  /** The guardrail that blocked the request. */
  readonly guardrailId: string | undefined;

  constructor(
    status: number,
    message: string,
    { requestId, issues, suggestions, retryAfterMs, reason, guardrailId }: Facts = {},
  ) {
    super(message);
    this.name = "ApiError";
    this.status = status;
    this.requestId = requestId;
    this.issues = issues ?? [];
    this.suggestions = suggestions ?? [];
    this.retryAfterMs = retryAfterMs;
    this.reason = reason;
    this.guardrailId = guardrailId;
  }

  /** Returns whether the same request may succeed if it is repeated. */
  get transient(): boolean {
    return this.status === 0 || this.status === 408 || this.status === 429 || this.status >= 500;
  }
}

/** Returns the error in the envelope of an error response; a body without an envelope is not quoted. */
export async function readError(response: Response): Promise<ApiError> {
  const body = (await response.json().catch(() => undefined)) as Envelope;
  if (body?.error?.metadata?.reason === "second_factor") notifySecondFactorRefusal();
  const message = body?.error?.message ?? `The gateway responded with ${response.status} ${response.statusText}`.trim();
  return new ApiError(response.status, message, {
    requestId: response.headers.get("x-request-id") ?? undefined,
    issues: body?.error?.metadata?.issues,
    suggestions: body?.error?.metadata?.suggestions,
    reason: body?.error?.metadata?.reason,
    guardrailId: body?.error?.metadata?.guardrail_id,
    retryAfterMs: retryAfterMs(response.headers.get("retry-after")),
  });
}

type Metadata = { issues?: Issue[]; suggestions?: string[]; reason?: string; guardrail_id?: string };
type Envelope = { error?: { message?: string; metadata?: Metadata } } | undefined;

/** The gateway always sends Retry-After in seconds; a date is ignored. */
function retryAfterMs(header: string | null): number | undefined {
  const seconds = Number.parseFloat(header ?? "");
  return Number.isFinite(seconds) ? seconds * 1000 : undefined;
}
