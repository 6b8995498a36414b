import type { RejectionReason } from "./contract/rejections.ts";

/** The console's label for each reason. */
export const REJECTION_WORDS: Record<RejectionReason, string> = {
  invalid_request: "Invalid request",
  unknown_model: "Unknown model",
  retired_model: "Retired model",
  not_found: "Unknown file or preset",
  no_provider: "No provider available",
  spending_limit: "Spending limit",
  external_user_limit: "End user limit",
  session_limit: "Session limit",
  rate_limit: "Rate limit",
  guardrail: "Guardrail",
  moderation: "Moderation",
  tool_not_allowed: "Tool not allowed",
  not_allowed: "Not permitted",
};
