import { z } from "zod";
import { WebAuthn } from "./account.ts";
import { Timestamp } from "./common.ts";
import { endpoint } from "./endpoint.ts";
import { CodeOrRecoveryCode, NewPassword, PersonName, User } from "./session.ts";

// Alternatives to a password, for users who are not signed in.

const Token = z.string().min(1, "The link must contain a token").max(200);

export const signInSecondFactor = endpoint({
  id: "signInSecondFactor",
  resource: "session",
  method: "POST",
  path: "/session/sign-in/second-factor",
  roles: "everyone",
  access: "public",
  summary: "Complete sign-in with a second factor",
  description: "Accepts a code from the authenticator app or a recovery code.",
  body: CodeOrRecoveryCode,
  response: z.object({ user: User }),
  errors: [400, 401, 403, 405, 409, 413, 429, 500],
});

export const startPasskeySignIn = endpoint({
  id: "startPasskeySignIn",
  resource: "session",
  method: "POST",
  path: "/session/sign-in/passkey/start",
  roles: "everyone",
  access: "public",
  summary: "Start passkey sign-in",
  description: "Returns the options that the browser needs to use the passkey.",
  response: z.object({ options: WebAuthn }),
  errors: [403, 405, 429, 500],
});

export const signInPasskey = endpoint({
  id: "signInPasskey",
  resource: "session",
  method: "POST",
  path: "/session/sign-in/passkey",
  roles: "everyone",
  access: "public",
  summary: "Sign in with a passkey",
  body: z.strictObject({ response: WebAuthn }),
  response: z.object({ user: User }),
  errors: [400, 401, 403, 405, 413, 429, 500],
});

export const readInvitation = endpoint({
  id: "readInvitation",
  resource: "session",
  method: "POST",
  isQuery: true,
  path: "/session/invitation",
  roles: "everyone",
  access: "public",
  summary: "Get an invitation",
  body: z.strictObject({ token: Token }),
  response: z.object({
    organization: z.string(),
    email: z.string(),
    role: z.enum(["owner", "admin", "member"]),
    expires_at: Timestamp,
    has_account: z
      .boolean()
      .describe("Whether the email address already has an account. If so, sign in before accepting."),
  }),
  errors: [400, 403, 404, 405, 413, 429, 500],
});

export const acceptInvitation = endpoint({
  id: "acceptInvitation",
  resource: "session",
  method: "POST",
  path: "/session/accept-invitation",
  roles: "everyone",
  access: "public",
  summary: "Accept an invitation",
  description: "Creates a new account, or joins with the signed-in account that has the invited email address.",
  body: z.strictObject({
    token: Token,
    name: PersonName.optional(),
    password: NewPassword.optional(),
  }),
  status: 201,
  response: z.object({ user: User }),
  errors: [400, 401, 403, 404, 405, 409, 413, 429, 500],
});

export const readReset = endpoint({
  id: "readReset",
  resource: "session",
  method: "POST",
  isQuery: true,
  path: "/session/reset",
  roles: "everyone",
  access: "public",
  summary: "Get a password reset link",
  body: z.strictObject({ token: Token }),
  response: z.object({
    name: z.string(),
    email: z.string(),
    removes_second_factor: z
      .boolean()
      .describe("Whether using the link also removes the authenticator app, recovery codes and passkeys"),
  }),
  errors: [400, 403, 404, 405, 413, 429, 500],
});

export const resetPassword = endpoint({
  id: "resetPassword",
  resource: "session",
  method: "POST",
  path: "/session/reset-password",
  roles: "everyone",
  access: "public",
  summary: "Reset a password",
  description: "Sets a new password with a reset link and ends every session of the account.",
  body: z.strictObject({ token: Token, password: NewPassword }),
  response: z.object({ changed: z.literal(true), email: z.string() }),
  errors: [400, 403, 404, 405, 413, 429, 500],
});
