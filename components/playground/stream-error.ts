import type { AnswerError } from "./answer.ts";
import { numberOf, recordOf, textOf } from "./read-json.ts";

/** The failure that an event of either dialect tells; a numeric `code` is the HTTP status. */
export function errorIn(error: unknown): AnswerError {
  const fields = recordOf(error);
  const words = [textOf(fields.type), textOf(fields.code)].filter((word) => word !== "" && word !== "error");
  return {
    status: numberOf(fields.code) ?? null,
    message: textOf(fields.message) || words.join(", ") || "The provider's stream failed",
  };
}
