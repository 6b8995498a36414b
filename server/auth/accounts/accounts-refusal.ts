import { isAPIError } from "better-auth/api";
import { HttpError } from "#server/errors.ts";

/**
 * Converts an error of the accounts library into ours, so that callers get the usual envelope. A wrong email and a
 * wrong password look the same. Anything else is a bug and is rethrown.
 */
export function rethrowRefusal(error: unknown): never {
  if (!isAPIError(error) || error.statusCode >= 500) throw error;
  if (error.body?.code === "INVALID_EMAIL_OR_PASSWORD") throw new HttpError(401, "Wrong email or password");
  if (error.body?.code === "SESSION_NOT_FRESH") {
    throw new HttpError(403, "This requires a sign-in within the last day; sign in again", {
      metadata: { reason: "recent_sign_in" },
    });
  }
  throw new HttpError(error.statusCode, error.message);
}
