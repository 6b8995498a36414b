import { errorType, HttpError, UpstreamError } from "#server/errors.ts";
import type { Reply } from "#server/reply.ts";
import { jsonReply } from "./reply.ts";

/** The error body of the API: a superset that every vendor's client can read. */
export function errorEnvelope(status: number, message: string, metadata?: Record<string, unknown>) {
  return { type: "error", error: { type: errorType(status), code: status, message, ...(metadata && { metadata }) } };
}

/** A 401 must say it (RFC 9110, section 11.6.1), and some clients fail where it does not. */
const HOW_TO_AUTHENTICATE = { "www-authenticate": "Bearer" };

/** Anything thrown, as an answer. What was not thrown on purpose is a 500 that says nothing of its cause. */
export function errorReply(thrown: unknown): Reply {
  if (thrown instanceof HttpError) {
    const body = { ...errorEnvelope(thrown.status, thrown.message, thrown.metadata), ...thrown.beside };
    return jsonReply(body, thrown.status, { ...(thrown.status === 401 && HOW_TO_AUTHENTICATE), ...thrown.headers });
  }
  if (thrown instanceof UpstreamError) {
    return jsonReply(errorEnvelope(thrown.status, thrown.message), thrown.status);
  }
  return jsonReply(errorEnvelope(500, "Internal Server Error"), 500);
}
