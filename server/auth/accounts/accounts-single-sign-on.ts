import { AsyncLocalStorage } from "node:async_hooks";
import { APIError } from "better-auth/api";
import { betterAuth } from "better-auth/minimal";
import { genericOAuth } from "better-auth/plugins/generic-oauth";
import type { Database } from "#server/data/database.ts";
import { findInvitationOf } from "#server/data/invitations.ts";
import { isMember } from "#server/data/members.ts";
import { loadSingleSignOn, type SingleSignOnRow } from "#server/data/single-sign-on.ts";
import { HttpError } from "#server/errors.ts";
import { deriveKey } from "#server/security/secret.ts";
import { createVault, type Vault } from "#server/security/vault.ts";
import type { RecordOf } from "./account-changes.ts";
import type { Accounts, JoinedMember } from "./accounts.ts";
import { findSessionCookie, findWrittenCookie, libraryHeaders, stepHeaders } from "./accounts-cookie.ts";
import type { Directories } from "./accounts-directory.ts";
import { acceptOnce } from "./accounts-invitations.ts";
import { type LibraryOptions, libraryOptions } from "./accounts-library.ts";
import { rethrowRefusal } from "./accounts-refusal.ts";

export type SingleSignOnParts = LibraryOptions & { database: Database; directories: Directories; now: () => number };

/** Seals client secrets at rest with the first of the installation's secrets; the other secrets can still open them. */
export function singleSignOnVault(secrets: readonly string[]): Vault {
  return createVault(
    secrets.map((secret) => deriveKey(secret, "single-sign-on")),
    "single-sign-on",
  );
}

/**
 * Creates sign-in through an organization's OpenID Connect provider, using the accounts library. Each provider has its
 * own instance of the library, opened at the first sign-in: opening fetches the provider's addresses, and a provider
 * that does not respond must not delay anybody else.
 */
export function createSingleSignOn(
  parts: SingleSignOnParts,
  vault: Vault,
): Pick<Accounts, "startSingleSignOn" | "finishSingleSignOn"> {
  const libraries = new Map<string, SignOnLibrary>();
  const open = async (providerId: string): Promise<SignOnLibrary> => {
    const row = (await loadSingleSignOn(parts.database.queries)).find((one) => one.providerId === providerId);
    if (!row || !parts.baseUrl) throw new HttpError(404, "Single sign-on is not set up");
    const version = `${providerId} ${row.updatedAt.getTime()}`;
    const library = libraries.get(version) ?? openProvider(parts, row, vault);
    libraries.clear();
    const { socialProviders } = await library.$context;
    if (socialProviders.length === 0)
      throw new HttpError(502, "The identity provider does not respond; try again later");
    libraries.set(version, library);
    return library;
  };
  return {
    async startSingleSignOn(request, address, provider, next) {
      const library = await open(provider);
      const body = { provider, callbackURL: next, errorCallbackURL: "/sign-in", disableRedirect: true };
      const headers = libraryHeaders(request, address);
      const started = await library.api.signInSocial({ body, headers, returnHeaders: true }).catch(rethrowRefusal);
      const cookie = findWrittenCookie("state", started.headers, request, parts.baseUrl);
      return { url: (started.response as { url: string }).url, cookie };
    },
    async finishSingleSignOn(request, address, provider, recordJoin) {
      const library = await open(provider);
      const { search } = new URL(request.url);
      const headers = stepHeaders(request, address, "state");
      const callback = new Request(`${parts.baseUrl}/api/session/callback/${provider}${search}`, { headers });
      const response = await joinRecorder.run(recordJoin, () => library.handler(callback));
      await parts.directories.refresh();
      return {
        location: response.headers.get("location") ?? (await refusalLocation(response)),
        cookie: findSessionCookie(response.headers, request, parts.baseUrl),
      };
    },
  };
}

/** Writes the audit entry if the current sign-in accepts an invitation; the library's hooks take no parameters. */
const joinRecorder = new AsyncLocalStorage<RecordOf<JoinedMember>>();

type SignOnLibrary = ReturnType<typeof openProvider>;

function openProvider(parts: SingleSignOnParts, row: SingleSignOnRow, vault: Vault) {
  const { providerId, issuer, clientId, organizationId } = row;
  const clientSecret = vault.open(row.sealedSecret, organizationId);
  if (!clientSecret) throw new HttpError(502, "The single sign-on secret cannot be decrypted; set it again");
  const discoveryUrl = `${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`;
  const config = { providerId, discoveryUrl, clientId, clientSecret, requireIdTokenVerification: true };
  return betterAuth({
    ...libraryOptions({ ...parts, hasOwnQueries: true }),
    // The owner who set up the provider trusts it to verify its users' addresses.
    account: { accountLinking: { enabled: true, trustedProviders: [providerId], requireLocalEmailVerified: false } },
    databaseHooks: createMemberHooks(parts, organizationId),
    plugins: [
      genericOAuth({
        config: [
          {
            ...config,
            scopes: ["openid", "email", "profile"],
            mapProfileToUser(profile) {
              if (!row.allowsUnverifiedEmail) requireVerifiedEmail(profile);
              return {};
            },
          },
        ],
      }),
    ],
  });
}

const NOT_VERIFIED = "email_not_verified";

/** Rejects an address that the provider itself reports as unverified: anybody could have entered it there. */
function requireVerifiedEmail({ email_verified: claim }: Record<string, unknown>): void {
  if (claim === false || claim === "false") throw new APIError("FORBIDDEN", { code: NOT_VERIFIED });
}

/** Returns the sign-in page's address with the library's error code. */
async function refusalLocation(response: Response): Promise<string> {
  const body: unknown = await response.json().catch(() => undefined);
  const { code } = (body ?? {}) as { code?: unknown };
  return typeof code === "string" ? `/sign-in?error=${encodeURIComponent(code.toLowerCase())}` : "/sign-in";
}

/** Admits members of the organization, and creates accounts for addresses that have an invitation. */
function createMemberHooks({ database, now }: SingleSignOnParts, organizationId: string) {
  const invitationOf = (who: { email: string } | { userId: string }) =>
    findInvitationOf(database.queries, organizationId, who, new Date(now()));
  return {
    user: {
      create: {
        before: async ({ email }: { email: string }) => (await invitationOf({ email })) !== undefined,
      },
    },
    session: {
      create: {
        before: async ({ userId }: { userId: string }) => {
          if (await isMember(database.queries, organizationId, userId)) return true;
          const open = await invitationOf({ userId });
          const record = joinRecorder.getStore();
          if (!open || !record) return false;
          return (await acceptOnce(database, { ...open, userId }, undefined, record)) !== undefined;
        },
      },
    },
  };
}
