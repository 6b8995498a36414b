import type { CallerRequest } from "#server/caller/caller-request.ts";
import { clearCodeAttempts, recordSecondFactor, takeCodeAttempt } from "#server/data/second-factors.ts";
import { HttpError } from "#server/errors.ts";
import type { Accounts } from "./accounts.ts";
import { findSessionCookie, libraryHeaders, stepHeaders } from "./accounts-cookie.ts";
import { requireSession } from "./accounts-own-sessions.ts";
import { rethrowRefusal } from "./accounts-refusal.ts";
import type { SignInParts } from "./accounts-sign-in.ts";

type SecondFactor = Pick<
  Accounts,
  | "signInSecondFactor"
  | "enableSecondFactor"
  | "confirmSecondFactor"
  | "verifySecondFactor"
  | "disableSecondFactor"
  | "renewRecoveryCodes"
  | "changePassword"
>;

export type FactorParts = SignInParts & { now: () => number };

/**
 * Creates the second-factor operations, using the accounts library: passwords, authenticator app codes (RFC 6238) and
 * recovery codes.
 */
export function createSecondFactor(parts: FactorParts): SecondFactor {
  const { library, changeByLibrary, sessions, baseUrl } = parts;
  const cookieOf = (headers: Headers, request: CallerRequest) => findSessionCookie(headers, request, baseUrl);
  return {
    async signInSecondFactor(request, address, proof) {
      const headers = stepHeaders(request, address, "two_factor");
      const code = { body: { code: proof.code }, headers, returnHeaders: true } as const;
      const verify = proof.isRecovery ? library.api.verifyBackupCode : library.api.verifyTOTP;
      const { response, headers: written } = await verify(code).catch(rejectFactor);
      const { id, name, email } = (response as unknown as { user: { id: string; name: string; email: string } }).user;
      return { user: { id, name, email }, cookie: cookieOf(written, request) as string };
    },
    async enableSecondFactor(request, password) {
      const body = { method: "totp" as const, ...(password && { password }) };
      const result = await library.api
        .enableTwoFactor({ body, headers: libraryHeaders(request, "") })
        .catch(rethrowRefusal);
      const { totpURI, backupCodes } = result as { totpURI: string; backupCodes: string[] };
      return { totpUri: totpURI, recoveryCodes: backupCodes };
    },
    async confirmSecondFactor(request, code, record) {
      const call = { body: { code }, headers: libraryHeaders(request, ""), returnHeaders: true } as const;
      const confirmed = await changeByLibrary(({ api }) => api.verifyTOTP(call).catch(rethrowRefusal), record);
      sessions.clear();
      return cookieOf(confirmed.headers, request);
    },
    async verifySecondFactor(request, proof) {
      const { id, userId } = await requireSession(sessions, request);
      const { queries, now } = parts;
      await requireAttempt(parts, userId);
      const code = { body: { code: proof.code }, headers: libraryHeaders(request, ""), returnHeaders: true } as const;
      const verify = proof.isRecovery ? library.api.verifyBackupCode : library.api.verifyTOTP;
      const { headers } = await verify(code).catch(rejectFactor);
      await clearCodeAttempts(queries, userId);
      await recordSecondFactor(queries, id, new Date(now()));
      sessions.clear();
      return cookieOf(headers, request);
    },
    async disableSecondFactor(request, password, record) {
      const body = password ? { password } : {};
      const call = { body, headers: libraryHeaders(request, ""), returnHeaders: true } as const;
      const disabled = await changeByLibrary(({ api }) => api.disableTwoFactor(call).catch(rethrowRefusal), record);
      sessions.clear();
      return cookieOf(disabled.headers, request);
    },
    async renewRecoveryCodes(request, password, record) {
      const call = { body: password ? { password } : {}, headers: libraryHeaders(request, "") };
      const result = await changeByLibrary(({ api }) => api.generateBackupCodes(call).catch(rethrowRefusal), record);
      return result.backupCodes;
    },
    async changePassword(request, currentPassword, newPassword, record) {
      const body = { currentPassword, newPassword, revokeOtherSessions: true };
      const call = { body, headers: libraryHeaders(request, ""), returnHeaders: true } as const;
      const changed = await changeByLibrary(({ api }) => api.changePassword(call).catch(rethrowRefusal), record);
      sessions.clear();
      return cookieOf(changed.headers, request);
    },
  };
}

/** The library counts no wrong codes in a running session, so we do. */
async function requireAttempt({ queries, now }: FactorParts, userId: string): Promise<void> {
  const attempt = await takeCodeAttempt(queries, userId, new Date(now()));
  if (!attempt) throw new HttpError(400, "No authenticator app is set up; sign in with your passkey");
  if (!attempt.lockedUntil) return;
  const seconds = Math.max(1, Math.ceil((attempt.lockedUntil.getTime() - now()) / 1000));
  throw new HttpError(429, `Too many wrong codes; try again in ${Math.ceil(seconds / 60)} minutes`, {
    headers: { "retry-after": String(seconds) },
  });
}

/** The library's cipher throws this for data sealed with another secret; anything else is handled as usual. */
function rejectFactor(error: unknown): never {
  if (!(error instanceof Error) || error.message !== "invalid tag") return rethrowRefusal(error);
  throw new HttpError(
    409,
    "The second factor was encrypted with a different secret; ask an administrator for a password reset link",
    { cause: error },
  );
}
