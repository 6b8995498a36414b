import type { RejectionReason } from "#lib/contract/rejections.ts";
import { isRecord } from "#lib/is-record.ts";
import type { HttpError } from "#server/errors.ts";

/** Returns why an error rejects a request, and the request field that caused it, if one did. */
export function rejectionOf(error: HttpError): { reason: RejectionReason; field: string | null } {
  const reason = reasonOf(error);
  return { reason, field: reason === "unknown_model" || reason === "retired_model" ? "model" : fieldOf(error) };
}

function reasonOf({ status, metadata = {} }: HttpError): RejectionReason {
  if (metadata.guardrail_id !== undefined) return "guardrail";
  if (isNamed(metadata.reason)) return metadata.reason;
  if (status === 402) return "spending_limit";
  if (status === 429) return "rate_limit";
  if (status === 403) return "not_allowed";
  if (status === 404) return "not_found";
  return "invalid_request";
}

/** Reasons that the status does not show. The error has them in its metadata. */
const NAMED = [
  "unknown_model",
  "retired_model",
  "no_provider",
  "external_user_limit",
  "session_limit",
  "moderation",
  "tool_not_allowed",
] as const satisfies RejectionReason[];

function isNamed(reason: unknown): reason is (typeof NAMED)[number] {
  return NAMED.some((name) => name === reason);
}

const LONGEST_FIELD = 200;
/** Errors start with the field: `Invalid request: messages[0].content: ...` or `tools[0]: ...`. */
const FIELD = /^(?:Invalid \w+: )?([a-z_]\w*(?:\.\w+|\[\d+\])*): /;

function fieldOf({ message, metadata = {} }: HttpError): string | null {
  const [first] = Array.isArray(metadata.issues) ? metadata.issues : [];
  const named = isRecord(first) ? first.path : metadata.path;
  const field = typeof named === "string" && named !== "" ? named : FIELD.exec(message)?.[1];
  return field?.slice(0, LONGEST_FIELD) ?? null;
}
