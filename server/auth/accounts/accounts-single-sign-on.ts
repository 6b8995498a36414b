import { APIError } from "better-auth/api";
import { betterAuth } from "better-auth/minimal";
import { genericOAuth } from "better-auth/plugins/generic-oauth";
import type { Database } from "#server/data/database.ts";
import { loadSingleSignOn, type SingleSignOnRow } from "#server/data/single-sign-on.ts";
import { HttpError } from "#server/errors.ts";
import { deriveKey } from "#server/security/secret.ts";
import { createVault, type Vault } from "#server/security/vault.ts";
import type { Accounts } from "./accounts.ts";
import { findSessionCookie, findWrittenCookie, libraryHeaders, stepHeaders } from "./accounts-cookie.ts";
import type { Directories } from "./accounts-directory.ts";
import { rethrowRefusal } from "./accounts-refusal.ts";
import { type LibraryOptions, libraryOptions } from "./better-auth.ts";
import { createMemberHooks, currentSignOn, groupsIn } from "./sign-on-members.ts";

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
  const open = async (providerId: string): Promise<{ library: SignOnLibrary; requestsGroups: boolean }> => {
    const row = (await loadSingleSignOn(parts.database.queries)).find((one) => one.providerId === providerId);
    if (!row || !parts.baseUrl) throw new HttpError(404, "Single sign-on is not set up");
    const version = `${providerId} ${row.updatedAt.getTime()}`;
    const library = libraries.get(version) ?? openProvider(parts, row, vault);
    libraries.clear();
    const { socialProviders } = await library.$context;
    if (socialProviders.length === 0)
      throw new HttpError(502, "The identity provider does not respond; try again later");
    libraries.set(version, library);
    return { library, requestsGroups: row.requestsGroups };
  };
  return {
    async startSingleSignOn(request, address, provider, next) {
      const { library, requestsGroups } = await open(provider);
      const scopes = requestsGroups ? { scopes: ["groups"] } : {};
      const body = { provider, callbackURL: next, errorCallbackURL: "/sign-in", disableRedirect: true, ...scopes };
      const headers = libraryHeaders(request, address);
      const started = await library.api.signInSocial({ body, headers, returnHeaders: true }).catch(rethrowRefusal);
      const cookie = findWrittenCookie("state", started.headers, request, parts.baseUrl);
      return { url: (started.response as { url: string }).url, cookie };
    },
    async finishSingleSignOn(request, address, provider, records) {
      const { library } = await open(provider);
      const { search } = new URL(request.url);
      const headers = stepHeaders(request, address, "state");
      const callback = new Request(`${parts.baseUrl}/api/session/callback/${provider}${search}`, { headers });
      const response = await currentSignOn.run({ records, groups: [] }, () => library.handler(callback));
      await parts.directories.refresh();
      return {
        location: response.headers.get("location") ?? (await refusalLocation(response)),
        cookie: findSessionCookie(response.headers, request, parts.baseUrl),
      };
    },
  };
}

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
              const signOn = currentSignOn.getStore();
              if (signOn) Object.assign(signOn, { groups: groupsIn(profile), isUnverified: isUnverified(profile) });
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
function requireVerifiedEmail(profile: Record<string, unknown>): void {
  if (isUnverified(profile)) throw new APIError("FORBIDDEN", { code: NOT_VERIFIED });
}

function isUnverified({ email_verified: claim }: Record<string, unknown>): boolean {
  return claim === false || claim === "false";
}

/** Returns the sign-in page's address with the library's error code. */
async function refusalLocation(response: Response): Promise<string> {
  const body: unknown = await response.json().catch(() => undefined);
  const { code } = (body ?? {}) as { code?: unknown };
  return typeof code === "string" ? `/sign-in?error=${encodeURIComponent(code.toLowerCase())}` : "/sign-in";
}
