import { APIError } from "better-auth/api";

/** The part of the accounts library's context that shows how a session is created. */
type Context = {
  path?: string | undefined;
  body?: unknown;
  context: { session?: { session: Record<string, unknown> } | null };
};

const BY_CODE = ["/two-factor/verify-totp", "/two-factor/verify-backup-code"];
const BY_PASSKEY = "/passkey/verify-authentication";
/** Requests after which the library replaces the current session with a new one. */
const REPLACING_SESSION = ["/change-password", "/two-factor/disable"];

/**
 * Marks a session that the library is about to create after checking a code or a passkey that verified its user: it has
 * passed a second factor. A session that replaces another takes over its mark.
 */
export function withSecondFactor(context: Context | null): { data: { secondFactorAt: Date | null } } {
  return { data: { secondFactorAt: context ? findSecondFactorTime(context) : null } };
}

function findSecondFactorTime({ path = "", body, context }: Context): Date | null {
  if (BY_CODE.includes(path) || (path === BY_PASSKEY && isUserVerified(body))) return new Date();
  const former = REPLACING_SESSION.includes(path) ? context.session?.session.secondFactorAt : undefined;
  return former instanceof Date ? former : null;
}

/** WebAuthn 6.1: the 32 bytes of the host's hash are followed by a byte of flags, whose bit 2 is UV (user verified). */
const FLAGS_BYTE = 32;
const USER_VERIFIED = 0b100;

/**
 * Returns whether the device asked for a PIN, a fingerprint or a face, according to data whose signature the library
 * has just checked.
 */
function isUserVerified(body: unknown): boolean {
  const { response } = body as { response: { response: { authenticatorData: string } } };
  const flags = Buffer.from(response.response.authenticatorData, "base64url")[FLAGS_BYTE] ?? 0;
  return (flags & USER_VERIFIED) !== 0;
}

/** Rejects a passkey that asks for no PIN, fingerprint or face: it could never be a second factor. */
export function requireUserVerification(verification: { registrationInfo?: { userVerified: boolean } }): void {
  if (verification.registrationInfo?.userVerified) return;
  throw new APIError("BAD_REQUEST", {
    message: "This passkey does not ask for a PIN, a fingerprint or a face; set one up on the device first",
  });
}
