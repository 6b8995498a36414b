import { APIError } from "better-auth/api";

/** What of the accounts library's context says how a session comes to be. */
type Context = {
  path?: string | undefined;
  body?: unknown;
  context: { session?: { session: Record<string, unknown> } | null };
};

const BY_CODE = ["/two-factor/verify-totp", "/two-factor/verify-backup-code"];
const BY_PASSKEY = "/passkey/verify-authentication";
/** The library puts a new session in place of the running one. */
const IN_PLACE = ["/change-password", "/two-factor/disable"];

/**
 * Marks a session that the library is about to make after it has checked a code, or a passkey that verified its user:
 * it has passed a second factor. A session in place of another keeps what that one had.
 */
export function withSecondFactor(context: Context | null): { data: { secondFactorAt: Date | null } } {
  return { data: { secondFactorAt: context ? provenAt(context) : null } };
}

function provenAt({ path = "", body, context }: Context): Date | null {
  if (BY_CODE.includes(path) || (path === BY_PASSKEY && isUserVerified(body))) return new Date();
  const former = IN_PLACE.includes(path) ? context.session?.session.secondFactorAt : undefined;
  return former instanceof Date ? former : null;
}

/** WebAuthn 6.1: after the 32 bytes of the host's hash comes a byte of flags, of which bit 2 is UV. */
const FLAGS_BYTE = 32;
const USER_VERIFIED = 0b100;

/** Reads the flag in the data whose signature the library has just checked: a PIN, a finger or a face was asked for. */
function isUserVerified(body: unknown): boolean {
  const { response } = body as { response: { response: { authenticatorData: string } } };
  const flags = Buffer.from(response.response.authenticatorData, "base64url")[FLAGS_BYTE] ?? 0;
  return (flags & USER_VERIFIED) !== 0;
}

/** Refuses a passkey that does not ask for a PIN, a finger or a face: it could never be a second factor. */
export function requireUserVerification(verification: { registrationInfo?: { userVerified: boolean } }): void {
  if (verification.registrationInfo?.userVerified) return;
  throw new APIError("BAD_REQUEST", {
    message: "This passkey does not ask for a PIN, a fingerprint or a face; set one of them on the device first",
  });
}
