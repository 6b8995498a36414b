import { HttpError } from "#server/errors.ts";

const UNSTORABLE = new HttpError(400, "Invalid request: text must not contain U+0000 or half of a surrogate pair");
const GONE = new HttpError(409, "A record that the request needs was deleted in the meantime");

const REFUSALS = new Map<unknown, HttpError>([
  // PostgreSQL's codes for invalid characters and for `\u0000` in JSON.
  ["22021", UNSTORABLE],
  ["22P05", UNSTORABLE],
  // Foreign key violation: another request deleted what the operation had just found.
  ["23503", GONE],
]);

/** Returns the error for a query that failed because of the request; undefined if the failure is ours. */
export function databaseRefusal(error: unknown): HttpError | undefined {
  if (!(error instanceof Error)) return undefined;
  return REFUSALS.get((error as { code?: unknown }).code) ?? databaseRefusal(error.cause);
}
