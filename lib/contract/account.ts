import { z } from "zod";
import { Timestamp } from "./common.ts";
import { endpoint } from "./endpoint.ts";
import { CodeOrRecoveryCode, NewPassword, PersonName, User } from "./session.ts";

// Endpoints with which signed-in users manage their own account; below /api like the rest of the session.

const errors = [400, 401, 403, 405, 413, 429, 500] as const;
const Password = z.string().min(1, "Enter your password").max(128, "The password is too long");
/** Not required for an account without a password, which signs in another way. */
const proof = { password: Password.optional().describe("Account password. Required if the account has one.") };
const Code = z
  .string()
  .trim()
  .regex(/^\d{6}$/, "Enter the six digits that your app shows");

const PasskeyName = z.string().trim().min(1, "Enter a name").max(100, "A name has at most 100 characters");

export const Passkey = z.object({ id: z.string(), name: z.string().nullable(), created_at: Timestamp.nullable() });

export const Account = z.object({
  user: User,
  has_password: z.boolean(),
  has_second_factor: z.boolean().describe("Whether an authenticator app is set up"),
  passkeys: z.array(Passkey),
  single_sign_on: z.boolean().describe("Whether the account has signed in with the organization's identity provider"),
});

export const getAccount = endpoint({
  id: "getAccount",
  resource: "session",
  method: "GET",
  path: "/session/account",
  roles: "everyone",
  access: "key",
  summary: "Get your sign-in methods",
  secondFactorSteps: ["code", "set_up"],
  response: Account,
  errors: [401, 403, 405, 500],
});

export const updateAccount = endpoint({
  id: "updateAccount",
  resource: "session",
  method: "PATCH",
  path: "/session/account",
  roles: "everyone",
  access: "key",
  summary: "Update your display name",
  body: z.strictObject({ name: PersonName }),
  response: z.object({ user: User }),
  errors,
});

export const changePassword = endpoint({
  id: "changePassword",
  resource: "session",
  method: "POST",
  path: "/session/change-password",
  roles: "everyone",
  access: "key",
  summary: "Change your password",
  description: "Ends all your other sessions.",
  body: z.strictObject({ current_password: Password, new_password: NewPassword }),
  response: z.object({ changed: z.literal(true) }),
  errors,
});

export const RecoveryCodes = z
  .array(z.string())
  .describe("Single-use codes that replace an authenticator code at sign-in. Shown only once.");

export const enableSecondFactor = endpoint({
  id: "enableSecondFactor",
  resource: "session",
  method: "POST",
  path: "/session/second-factor/enable",
  roles: "everyone",
  access: "key",
  summary: "Start authenticator app setup",
  description: "Sign-in requires the app only after you confirm its first code.",
  secondFactorSteps: ["set_up"],
  body: z.strictObject(proof),
  response: z.object({
    totp_uri: z.string().describe("Setup URI for the authenticator app, to show as text or as a QR code"),
    recovery_codes: RecoveryCodes,
  }),
  errors,
});

export const confirmSecondFactor = endpoint({
  id: "confirmSecondFactor",
  resource: "session",
  method: "POST",
  path: "/session/second-factor/confirm",
  roles: "everyone",
  access: "key",
  summary: "Confirm authenticator app setup",
  secondFactorSteps: ["set_up"],
  body: z.strictObject({ code: Code }),
  response: z.object({ has_second_factor: z.literal(true) }),
  errors,
});

export const verifySecondFactor = endpoint({
  id: "verifySecondFactor",
  resource: "session",
  method: "POST",
  path: "/session/second-factor/verify",
  roles: "everyone",
  access: "key",
  summary: "Verify your second factor",
  description: "Accepts a code from your authenticator app or a recovery code. Applies to the current session.",
  secondFactorSteps: ["code"],
  body: CodeOrRecoveryCode,
  response: z.object({ verified: z.literal(true) }),
  errors: [...errors, 409],
});

export const disableSecondFactor = endpoint({
  id: "disableSecondFactor",
  resource: "session",
  method: "POST",
  path: "/session/second-factor/disable",
  roles: "everyone",
  access: "key",
  summary: "Remove your authenticator app",
  body: z.strictObject(proof),
  response: z.object({ has_second_factor: z.literal(false) }),
  errors: [...errors, 409],
});

export const renewRecoveryCodes = endpoint({
  id: "renewRecoveryCodes",
  resource: "session",
  method: "POST",
  path: "/session/second-factor/recovery-codes",
  roles: "everyone",
  access: "key",
  summary: "Regenerate your recovery codes",
  description: "The previous codes stop working.",
  body: z.strictObject(proof),
  response: z.object({ recovery_codes: RecoveryCodes }),
  errors,
});

/** Input and output of a browser's `navigator.credentials`, as JSON; the WebAuthn library reads it. */
export const WebAuthn = z.record(z.string(), z.unknown());

export const startPasskey = endpoint({
  id: "startPasskey",
  resource: "session",
  method: "POST",
  path: "/session/passkey/start",
  roles: "everyone",
  access: "key",
  summary: "Start passkey creation",
  description: "Returns the options that the browser needs to create the passkey.",
  secondFactorSteps: ["set_up"],
  response: z.object({ options: WebAuthn }),
  errors: [401, 403, 405, 429, 500],
});

export const addPasskey = endpoint({
  id: "addPasskey",
  resource: "session",
  method: "POST",
  path: "/session/passkey/add",
  roles: "everyone",
  access: "key",
  summary: "Add a passkey",
  secondFactorSteps: ["set_up"],
  body: z.strictObject({ name: PasskeyName, response: WebAuthn }),
  status: 201,
  response: z.object({ data: Passkey }),
  errors,
});

export const renamePasskey = endpoint({
  id: "renamePasskey",
  resource: "session",
  method: "POST",
  path: "/session/passkey/rename",
  roles: "everyone",
  access: "key",
  summary: "Rename a passkey",
  body: z.strictObject({ id: z.uuid(), name: PasskeyName }),
  response: z.object({ data: Passkey.pick({ id: true, name: true }) }),
  errors: [...errors, 404],
});

export const removePasskey = endpoint({
  id: "removePasskey",
  resource: "session",
  method: "POST",
  path: "/session/passkey/remove",
  roles: "everyone",
  access: "key",
  summary: "Remove a passkey",
  body: z.strictObject({ id: z.uuid() }),
  response: z.object({ removed: z.literal(true) }),
  errors: [...errors, 404, 409],
});
