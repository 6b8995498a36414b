import { HttpError } from "#server/errors.ts";

/** Returns an error with a code of RFC 6749 or RFC 8628. */
export function oauthError(code: string, message: string, status = 400): HttpError {
  return new HttpError(status, message, { metadata: { oauth_error: code } });
}
