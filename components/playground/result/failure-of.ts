import { ApiError } from "#lib/api/api-error.ts";
import type { AnswerError } from "./answer.ts";

/** Returns why a request failed, from its exception. */
export function failureOf(thrown: unknown): AnswerError {
  if (!(thrown instanceof ApiError)) return { status: null, message: "The response could not be read." };
  const { status, message, requestId, suggestions, retryAfterMs, issues, guardrailId, reason } = thrown;
  const details = issues.map((issue) => `${issue.path}: ${issue.message}`).filter((line) => !message.includes(line));
  return {
    status,
    message: [message, ...details].join("\n"),
    ...(requestId && { requestId }),
    ...(guardrailId && { guardrailId }),
    ...(reason === "provider_key" && { isProviderKey: true }),
    ...(suggestions.length > 0 && { suggestions }),
    ...(retryAfterMs !== undefined && { retryAtMs: Date.now() + retryAfterMs }),
  };
}
