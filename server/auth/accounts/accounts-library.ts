import { passkey as passkeyPlugin } from "@better-auth/passkey";
import { drizzleAdapter } from "better-auth/adapters/drizzle";
import { type BetterAuthOptions, betterAuth } from "better-auth/minimal";
import { organization as organizationPlugin } from "better-auth/plugins/organization";
import { twoFactor as twoFactorPlugin } from "better-auth/plugins/two-factor";
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

export const COOKIE_PREFIX = "switchboard";

/** Names the gateway in authenticator apps and passkey dialogs. */
const APP_NAME = "Switchboard";

/** Carries the caller's address to the library; callers cannot set it, their headers are not passed on. */
export const ADDRESS_HEADER = "x-caller-address";

const DAY_SECONDS = 86_400;

export type LibraryOptions = {
  queries: Queries;
  secret: string;
  baseUrl?: string | undefined;
  /** Hooks of this instance ask the database themselves: within a transaction they would wait for it for ever. */
  hasOwnQueries?: boolean;
};

/**
 * The accounts library over our tables: passwords (scrypt), sessions kept in the database, organizations and roles.
 * It opens no routes here; ours call it, with our own checks of origin, rate and shape before it.
 */
export function openLibrary(options: LibraryOptions) {
  return betterAuth({
    ...libraryOptions(options),
    plugins: [
      organizationPlugin({ allowUserToCreateOrganization: false, disableOrganizationDeletion: true }),
      // A user without a password, who signs in elsewhere, proves themselves by their session.
      twoFactorPlugin({ issuer: APP_NAME, allowPasswordless: true }),
      passkeyPlugin({
        rpName: APP_NAME,
        // A passkey signs in without a password, so it has to know its user.
        authenticatorSelection: { userVerification: "required" },
        registration: { afterVerification: async ({ verification }) => requireUserVerification(verification) },
      }),
    ],
    databaseHooks: { session: { create: { before: async (_, context) => withSecondFactor(context) } } },
  });
}

/** What every instance of the library has in common: our tables, cookies and sessions. */
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
      // Whether a cookie is `Secure` is decided per request, by how the request came.
      useSecureCookies: false,
      defaultCookieAttributes: { httpOnly: true, sameSite: "lax", path: "/" },
      ipAddress: { ipAddressHeaders: [ADDRESS_HEADER] },
      database: { generateId: "uuid" },
    },
  } satisfies BetterAuthOptions;
}

export type Library = ReturnType<typeof openLibrary>;
