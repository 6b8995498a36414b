import { isRecord } from "#lib/is-record.ts";
import { statusOfError } from "#server/error-status.ts";
import type { Body, Observation, TerminalError } from "./dialect.ts";
import { textOf } from "./read-field.ts";

/** Reads an `error` part of a neutral stream; 502 if it has no status. */
export function failureOf(error: unknown): TerminalError {
  const fields: Record<string, unknown> = isRecord(error) ? error : {};
  const status = [fields.status, fields.statusCode].find(isErrorStatus) ?? 502;
  return { status, message: textOf(fields.message) ?? textOf(error) ?? "The provider's stream failed" };
}

/** The error for a stream whose upstream stopped without a proper end. */
export const interrupted: TerminalError = { status: 502, message: "The provider's stream ended early" };

/**
 * Returns the error for a whole response without its required content: some upstreams report a failure with status 200,
 * each in its own format.
 */
export function emptyResponse(response: Body): NonNullable<Observation["error"]> {
  const message = "The provider's response has no content";
  return { status: 502, message, raw: { message, ...response } };
}

/** Returns the status of an error that an OpenAI-dialect upstream reports within a stream or a 200 response. */
export function statusOf(error: Record<string, unknown>): number {
  const status = [error.code, error.status, error.status_code].find(isErrorStatus);
  if (status !== undefined) return status;
  return statusOfError([error.code, error.type]) ?? 502;
}

export function isErrorStatus(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) >= 400 && Number(value) < 600;
}

const errorTypes: Record<number, string> = {
  400: "invalid_request",
  401: "authentication",
  402: "payment_required",
  403: "permission_denied",
  404: "not_found",
  408: "timeout",
  413: "payload_too_large",
  422: "unprocessable",
  429: "rate_limit_exceeded",
  500: "server",
  502: "provider_unavailable",
  503: "provider_unavailable",
  524: "timeout",
  529: "provider_overloaded",
};

/** Returns the canonical error type of a status. */
export function errorTypeOf(status: number): string {
  return errorTypes[status] ?? "unmapped";
}
