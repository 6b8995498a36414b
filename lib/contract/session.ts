import { z } from "zod";
import { Timestamp } from "./common.ts";
import { endpoint } from "./endpoint.ts";

// The console's own endpoints, below /api instead of the API's root: they are not part of the published API.

export const PASSWORD_MIN_LENGTH = 10;
export const PASSWORD_MAX_LENGTH = 128;

export const Email = z
  .string()
  .trim()
  .toLowerCase()
  .pipe(z.email("Enter an email address").max(254, "An email address has at most 254 characters"));

export const NewPassword = z
  .string()
  .min(PASSWORD_MIN_LENGTH, `Use at least ${PASSWORD_MIN_LENGTH} characters`)
  .max(PASSWORD_MAX_LENGTH, `Use at most ${PASSWORD_MAX_LENGTH} characters`);

export const PersonName = z.string().trim().min(1, "Enter your name").max(200, "A name has at most 200 characters");

/** Proof of a second factor: an authenticator app code or a recovery code. */
export const CodeOrRecoveryCode = z
  .strictObject({
    code: z.string().trim().min(1).max(20).optional(),
    recovery_code: z.string().trim().min(1).max(40).optional(),
  })
  .refine(({ code, recovery_code }) => (code === undefined) !== (recovery_code === undefined), {
    message: "Send code or recovery_code",
  });

export const User = z.object({ id: z.string(), name: z.string(), email: z.string() });

export const SessionWorkspace = z.object({
  id: z.string(),
  name: z.string(),
  slug: z.string(),
  is_default: z.boolean(),
});

export const CurrentSession = z.object({
  user: User.nullable().describe("Null if signed out"),
  organization: z.object({ id: z.string(), name: z.string(), slug: z.string() }).nullable(),
  role: z.enum(["owner", "admin", "member"]).nullable(),
  workspaces: z.array(SessionWorkspace).describe("Workspaces that the user can access, default workspace first"),
  second_factor: z
    .enum(["code", "set_up"])
    .nullable()
    .describe(
      "Missing step if the organization requires a second factor: `code` if the user must verify an " +
        "existing factor, `set_up` if the user has none. Null if nothing is missing. Until then, the " +
        "session has no access to workspaces.",
    ),
  set_up_needed: z.boolean().describe("Whether the gateway still needs its first owner"),
  single_sign_on: z
    .array(z.object({ provider: z.string(), issuer: z.string() }))
    .describe("Identity providers available for sign-in"),
});

export const getSession = endpoint({
  id: "getSession",
  resource: "session",
  method: "GET",
  path: "/session",
  roles: "everyone",
  access: "public",
  summary: "Get the current session",
  response: CurrentSession,
  errors: [405, 500],
});

export const setUp = endpoint({
  id: "setUp",
  resource: "session",
  method: "POST",
  path: "/session/setup",
  roles: "everyone",
  access: "public",
  summary: "Create the owner account",
  description: "Requires the one-time token from the setup link. Also signs the owner in.",
  body: z.strictObject({
    token: z.string().min(1, "The setup link must contain a token").max(200),
    name: PersonName,
    email: Email,
    password: NewPassword,
  }),
  status: 201,
  response: z.object({ user: User }),
  errors: [400, 403, 405, 409, 413, 429, 500],
});

export const signIn = endpoint({
  id: "signIn",
  resource: "session",
  method: "POST",
  path: "/session/sign-in/email",
  roles: "everyone",
  access: "public",
  summary: "Sign in with email and password",
  body: z.strictObject({
    email: Email,
    password: z.string().min(1, "Enter your password").max(PASSWORD_MAX_LENGTH, "The password is too long"),
  }),
  response: z.object({
    user: User.nullable().describe("Null if a second factor is required"),
    second_factor: z.boolean().describe("Whether a second factor is required to finish signing in"),
  }),
  errors: [400, 401, 403, 405, 413, 429, 500],
});

export const signOut = endpoint({
  id: "signOut",
  resource: "session",
  method: "POST",
  path: "/session/sign-out",
  roles: "everyone",
  access: "public",
  summary: "Sign out",
  response: z.object({ signed_out: z.literal(true) }),
  errors: [403, 405, 500],
});

export const SessionEntry = z.object({
  id: z.string(),
  created_at: Timestamp,
  last_seen_at: Timestamp.describe("Last activity, accurate to the day"),
  expires_at: Timestamp,
  ip_address: z.string().nullable(),
  user_agent: z.string().nullable(),
  current: z.boolean().describe("Whether this is the current session"),
});

export const listSessions = endpoint({
  id: "listSessions",
  resource: "session",
  method: "GET",
  path: "/session/list-sessions",
  roles: "everyone",
  access: "key",
  summary: "List your sessions",
  response: z.object({ data: z.array(SessionEntry) }),
  errors: [401, 403, 405, 500],
});

export const revokeSession = endpoint({
  id: "revokeSession",
  resource: "session",
  method: "POST",
  path: "/session/revoke-session",
  roles: "everyone",
  access: "key",
  summary: "Revoke a session",
  body: z.strictObject({ id: z.uuid() }),
  response: z.object({ revoked_count: z.number().int() }),
  errors: [400, 401, 403, 404, 405, 413, 429, 500],
});

export const revokeOtherSessions = endpoint({
  id: "revokeOtherSessions",
  resource: "session",
  method: "POST",
  path: "/session/revoke-other-sessions",
  roles: "everyone",
  access: "key",
  summary: "Sign out of all other sessions",
  response: z.object({ revoked_count: z.number().int() }),
  errors: [401, 403, 405, 429, 500],
});
