import { HttpError } from "#server/errors.ts";

/** What is wrong with a request, in the words of RFC 7644, section 3.12. */
export type ScimErrorType = "invalidFilter" | "tooMany" | "uniqueness" | "invalidSyntax" | "invalidPath" | "noTarget";

/** Returns an error with a `scimType`; `uniqueness` is a 409, all others are a 400. */
export function scimError(scimType: ScimErrorType, message: string): HttpError {
  return new HttpError(scimType === "uniqueness" ? 409 : 400, message, { metadata: { scimType } });
}
