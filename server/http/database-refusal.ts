import { databaseUnavailable, HttpError, isDatabaseUnavailable, UpstreamError } from "#server/errors.ts";

const UNSTORABLE = new HttpError(400, "Invalid request: text must not contain U+0000 or half of a surrogate pair");
const GONE = new HttpError(409, "A record that the request needs was deleted in the meantime");

const REFUSALS = new Map<unknown, HttpError>([
  // PostgreSQL's codes for invalid characters and for `\u0000` in JSON.
  ["22021", UNSTORABLE],
  ["22P05", UNSTORABLE],
  // Foreign key violation: another request deleted what the operation had just found.
  ["23503", GONE],
]);

/** PostgreSQL's codes for a server that stops or starts. */
const STOPPING = new Set<unknown>(["57P01", "57P02", "57P03"]);

/**
 * Returns the error for a query that failed because of the request, or because the database does not respond; undefined
 * if the failure is ours. `isDown`: the database does not respond now, so it caused the broken connection.
 */
export function databaseRefusal(error: unknown, isDown = false): HttpError | undefined {
  if (!(error instanceof Error)) return undefined;
  if (isDatabaseUnavailable(error)) return databaseUnavailable(error);
  if (error instanceof HttpError || error instanceof UpstreamError) return undefined;
  const { code } = error as { code?: unknown };
  if (STOPPING.has(code) || isBroken(error, isDown)) return databaseUnavailable(error);
  return REFUSALS.get(code) ?? databaseRefusal(error.cause, isDown);
}

function isBroken(error: Error, isDown: boolean): boolean {
  if (/^(Connection terminated|Client was closed|Client has encountered a connection error)/.test(error.message))
    return true;
  return isDown && ["ECONNRESET", "EPIPE", "ETIMEDOUT"].includes(String((error as { code?: unknown }).code));
}
