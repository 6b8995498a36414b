import type { DialectEvent, TerminalError } from "#server/dialects/dialect.ts";
import { isErrorStatus } from "#server/dialects/stream-failure.ts";
import { errorType, HttpError, UpstreamError } from "#server/errors.ts";
import { isObject } from "../shape.ts";

const GENERIC_MESSAGE = "The provider reported an error";
const MAX_MESSAGE_LENGTH = 1_000;

export function encodeError({ status, message, metadata }: TerminalError): DialectEvent {
  const error = { type: errorType(status), message, code: status, ...(metadata && { metadata }) };
  return { event: "error", data: { type: "error", error } };
}

/**
 * Reads an `error` part. Our own errors and a provider's message may be shown to the caller. Any other exception's
 * message may contain anything, so it is not shown.
 */
export function terminalError(error: unknown): TerminalError {
  if (error instanceof HttpError) return { status: error.status, message: error.message, metadata: error.metadata };
  if (error instanceof UpstreamError) return { status: error.status, message: error.message };
  const status = statusOf(error);
  if (error instanceof Error && !("statusCode" in error)) return { status, message: GENERIC_MESSAGE };
  return { status, message: messageOf(error).slice(0, MAX_MESSAGE_LENGTH) };
}

/** SDK packages put the status in `statusCode`; events have at most a numeric `code` or `status`. */
function statusOf(error: unknown): number {
  if (typeof error !== "object" || error === null) return 502;
  const fields = error as { statusCode?: unknown; status?: unknown; code?: unknown };
  const status = [fields.statusCode, fields.status, fields.code].find(isErrorStatus);
  return status ?? 502;
}

function messageOf(error: unknown): string {
  if (typeof error === "string") return error || GENERIC_MESSAGE;
  const message = error instanceof Error || isObject(error) ? error.message : undefined;
  return typeof message === "string" && message !== "" ? message : GENERIC_MESSAGE;
}
