import type { Principal } from "#server/caller/principal.ts";
import { HttpError } from "#server/errors.ts";

const RECENT_MINUTES = 15;

/**
 * Throws 403 for a session whose sign-in is too old: someone who finds an unattended browser must not be able to do
 * what cannot be undone, or to take over an account. Keys are exempt, because they do not sign in.
 */
export function requireRecentSignIn({ signedInAtMs }: Principal, nowMs: number): void {
  if (signedInAtMs === undefined || nowMs - signedInAtMs < RECENT_MINUTES * 60_000) return;
  throw new HttpError(403, `This requires a sign-in within the last ${RECENT_MINUTES} minutes; sign in again`, {
    metadata: { reason: "recent_sign_in" },
  });
}
