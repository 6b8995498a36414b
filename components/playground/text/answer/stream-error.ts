import { numberOf, recordOf, textOf } from "#components/playground/read-json.ts";
import type { AnswerError } from "#components/playground/result/answer.ts";

/** Returns the error in an event of either dialect; a numeric `code` is the HTTP status. */
export function errorIn(error: unknown): AnswerError {
  const fields = recordOf(error);
  const words = [textOf(fields.type), textOf(fields.code)].filter((word) => word !== "" && word !== "error");
  const guardrailId = textOf(recordOf(fields.metadata).guardrail_id);
  return {
    status: numberOf(fields.code) ?? null,
    ...(guardrailId && { guardrailId }),
    message: textOf(fields.message) || words.join(", ") || "The provider's stream failed",
  };
}
