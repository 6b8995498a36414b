import { z } from "zod";

/**
 * Why the gateway rejected a request before any provider. `retired_model`: no provider serves the model any more.
 * `no_provider`: the model is known, but nothing that serves it may be used. `not_found`: the request names a file,
 * preset or other record that does not exist. `external_user_limit` and `session_limit`: a budget of each end user or
 * session does not cover the request; others of the same key may be.
 */
export const REJECTION_REASONS = [
  ...(["invalid_request", "unknown_model", "retired_model", "not_found", "no_provider", "spending_limit"] as const),
  ...(["external_user_limit", "session_limit"] as const),
  ...(["rate_limit", "guardrail", "moderation", "tool_not_allowed", "not_allowed"] as const),
] as const;

export type RejectionReason = (typeof REJECTION_REASONS)[number];

export const Rejection = z.object({
  reason: z.enum(REJECTION_REASONS),
  field: z.string().nullable().describe("The request field that caused it, such as `messages[0].content`"),
  requests: z
    .number()
    .int()
    .describe("Number of requests in this record. More than 1 if a key was rejected too often to list each request."),
});
