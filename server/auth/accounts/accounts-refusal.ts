import { isAPIError } from "better-auth/api";
import { HttpError } from "#server/errors.ts";

/**
 * Turns a refusal of the accounts library into ours, so that it reaches the caller in the envelope.
 * A wrong email and a wrong password read the same. Anything else is thrown as it is: a bug.
 */
export function refuse(error: unknown): never {
  if (!isAPIError(error) || error.statusCode >= 500) throw error;
  if (error.body?.code === "INVALID_EMAIL_OR_PASSWORD") throw new HttpError(401, "Wrong email or password");
  if (error.body?.code === "SESSION_NOT_FRESH") {
    throw new HttpError(403, "This needs a sign-in within the last day; sign in again", {
      metadata: { reason: "recent_sign_in" },
    });
  }
  throw new HttpError(error.statusCode, error.message);
}
