import { HttpError } from "#server/errors.ts";

/** Returns the reason of a failed request. Reveals nothing about a private network except that it is one. */
export function failureReason(thrown: unknown): string {
  if (thrown instanceof HttpError) return thrown.message;
  if (thrown instanceof Error && thrown.name === "TimeoutError") return "The receiver took too long";
  const { code } = thrown as { code?: unknown };
  return `Could not reach the receiver${typeof code === "string" ? ` (${code})` : ""}`;
}
