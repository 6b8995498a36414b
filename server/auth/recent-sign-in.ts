import type { Principal } from "#server/caller/principal.ts";
import { HttpError } from "#server/errors.ts";

const RECENT_MINUTES = 15;

/**
 * Throws 403 for a session whose sign-in is longer ago: what cannot be brought back, or gives away an account, is not
 * for whoever finds a browser open. Keys do not sign in.
 */
export function requireRecentSignIn({ signedInAtMs }: Principal, nowMs: number): void {
  if (signedInAtMs === undefined || nowMs - signedInAtMs < RECENT_MINUTES * 60_000) return;
  throw new HttpError(403, `This needs a sign-in within the last ${RECENT_MINUTES} minutes; sign in again`, {
    metadata: { reason: "recent_sign_in" },
  });
}
