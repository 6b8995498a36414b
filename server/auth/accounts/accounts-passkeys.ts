import type { CallerRequest } from "#server/caller/caller-request.ts";
import { recordSecondFactor } from "#server/data/second-factors.ts";
import type { Accounts } from "./accounts.ts";
import { findSessionCookie, findWrittenCookie, libraryHeaders, stepHeaders } from "./accounts-cookie.ts";
import { rethrowRefusal } from "./accounts-refusal.ts";
import type { FactorParts } from "./accounts-second-factor.ts";
import type { Library } from "./better-auth.ts";

type Passkeys = Pick<
  Accounts,
  "startPasskey" | "addPasskey" | "removePasskey" | "renamePasskey" | "startPasskeySignIn" | "signInPasskey"
>;

type PasskeyResponse = NonNullable<Parameters<Library["api"]["verifyPasskeyAuthentication"]>[0]>["body"];

const STEP = "better-auth-passkey";

/**
 * Creates the passkey (WebAuthn) operations, using the accounts library. Passkeys are bound to the host of PUBLIC_URL,
 * or to localhost.
 */
export function createPasskeys({ library, changeByLibrary, sessions, now, baseUrl }: FactorParts): Passkeys {
  return {
    async startPasskey(request) {
      const headers = libraryHeaders(request, "");
      const started = await library.api
        .generatePasskeyRegistrationOptions({ headers, returnHeaders: true })
        .catch(rethrowRefusal);
      return { options: plain(started.response), cookie: findWrittenCookie(STEP, started.headers, request, baseUrl) };
    },
    async addPasskey(request, name, response, record) {
      const headers = withOrigin(libraryHeaders(request, ""), request);
      const session = await sessions.find(request);
      const passkey = await changeByLibrary(async ({ api }, queries) => {
        const passkey = await api
          .verifyPasskeyRegistration({ body: { response, name }, headers })
          .catch(rethrowRefusal);
        const { id, createdAt } = passkey as { id: string; createdAt: Date | null };
        if (session) await recordSecondFactor(queries, session.id, new Date(now()));
        return { id, name, createdAt };
      }, record);
      sessions.clear();
      return passkey;
    },
    async removePasskey(request, id, record) {
      const headers = libraryHeaders(request, "");
      await changeByLibrary(({ api }) => api.deletePasskey({ body: { id }, headers }).catch(rethrowRefusal), record);
    },
    async renamePasskey(request, id, name, record) {
      const headers = libraryHeaders(request, "");
      await changeByLibrary(
        ({ api }) => api.updatePasskey({ body: { id, name }, headers }).catch(rethrowRefusal),
        record,
      );
    },
    async startPasskeySignIn(request, address) {
      const headers = stepHeaders(request, address, STEP);
      const started = await library.api
        .generatePasskeyAuthenticationOptions({ headers, returnHeaders: true })
        .catch(rethrowRefusal);
      return { options: plain(started.response), cookie: findWrittenCookie(STEP, started.headers, request, baseUrl) };
    },
    async signInPasskey(request, address, response) {
      const headers = withOrigin(stepHeaders(request, address, STEP), request);
      // The WebAuthn library validates its shape.
      const body = { response } as unknown as PasskeyResponse;
      const result = await library.api
        .verifyPasskeyAuthentication({ body, headers, returnHeaders: true })
        .catch(rethrowRefusal);
      const { id, name, email } = result.response.user;
      sessions.clear();
      return {
        user: { id, name, email },
        cookie: findSessionCookie(result.headers, request, baseUrl) as string,
      };
    },
  };
}

/** Adds the page's address, which the browser signs and the library compares. */
function withOrigin(headers: Headers, request: CallerRequest): Headers {
  headers.set("origin", request.headers.get("origin") ?? "");
  return headers;
}

function plain(options: object): Record<string, unknown> {
  return { ...options };
}
