import { passkey as passkeyPlugin } from "@better-auth/passkey";
import { drizzleAdapter } from "better-auth/adapters/drizzle";
import { type BetterAuthOptions, betterAuth } from "better-auth/minimal";
import { organization as organizationPlugin } from "better-auth/plugins/organization";
import { twoFactor as twoFactorPlugin } from "better-auth/plugins/two-factor";
import { COOKIE_PREFIX } from "#lib/api/session-cookie.ts";
import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from "#lib/contract/session.ts";
import type { Queries } from "#server/data/database.ts";
import {
  account,
  invitation,
  member,
  organization,
  passkey,
  session,
  twoFactor,
  user,
  verification,
} from "#server/data/schema/accounts.ts";

import { withHashedSessions } from "./hashed-sessions.ts";
import { requireUserVerification, withSecondFactor } from "./proven-sessions.ts";

/** The gateway's name in authenticator apps and passkey dialogs. */
const APP_NAME = "Switchboard";

/** Passes the caller's address to the library. Callers cannot set it, because their headers are not passed on. */
export const ADDRESS_HEADER = "x-caller-address";

const DAY_SECONDS = 86_400;

export type LibraryOptions = {
  queries: Queries;
  secret: string;
  baseUrl?: string | undefined;
  /** This instance's hooks query the database themselves; inside a transaction they would wait forever. */
  hasOwnQueries?: boolean;
};

/**
 * Opens Better Auth, the accounts library, on our tables: passwords (scrypt), sessions stored in the database, organizations and
 * roles. It serves no routes; ours call it after checking origin, rate and shape.
 */
export function openLibrary(options: LibraryOptions) {
  return betterAuth({
    ...libraryOptions(options),
    plugins: [
      organizationPlugin({ allowUserToCreateOrganization: false, disableOrganizationDeletion: true }),
      // Users without a password, who sign in elsewhere, prove themselves by their session.
      twoFactorPlugin({ issuer: APP_NAME, allowPasswordless: true }),
      passkeyPlugin({
        rpName: APP_NAME,
        // A passkey signs in without a password, so it has to verify its user.
        authenticatorSelection: { userVerification: "required" },
        registration: { afterVerification: async ({ verification }) => requireUserVerification(verification) },
      }),
    ],
    databaseHooks: { session: { create: { before: async (_, context) => withSecondFactor(context) } } },
  });
}

/** Options common to every instance of the library: our tables, cookies and sessions. */
export function libraryOptions({ queries, secret, baseUrl, hasOwnQueries }: LibraryOptions) {
  const schema = { user, session, account, verification, organization, member, invitation, passkey, twoFactor };
  return {
    appName: APP_NAME,
    baseURL: baseUrl ?? "http://localhost",
    basePath: "/api/session",
    secret,
    database: withHashedSessions(drizzleAdapter(queries, { provider: "pg", schema, transaction: !hasOwnQueries })),
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: PASSWORD_MIN_LENGTH,
      maxPasswordLength: PASSWORD_MAX_LENGTH,
    },
    session: {
      expiresIn: 7 * DAY_SECONDS,
      updateAge: DAY_SECONDS,
      additionalFields: { secondFactorAt: { type: "date", required: false, input: false } },
    },
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: { disabled: true },
    advanced: {
      cookiePrefix: COOKIE_PREFIX,
      // `Secure` is decided per request, depending on its protocol.
      useSecureCookies: false,
      defaultCookieAttributes: { httpOnly: true, sameSite: "lax", path: "/" },
      ipAddress: { ipAddressHeaders: [ADDRESS_HEADER] },
      database: { generateId: "uuid" },
    },
  } satisfies BetterAuthOptions;
}

export type Library = ReturnType<typeof openLibrary>;
