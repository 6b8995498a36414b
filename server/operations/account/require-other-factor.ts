import type { Principal } from "#server/caller/principal.ts";
import { findSignInMethods } from "#server/data/sign-in-methods.ts";
import { HttpError } from "#server/errors.ts";
import type { Gateway } from "#server/gateway.ts";

/** Throws 409 if a user whose organization requires a second factor would be left without one. */
export async function requireOtherFactor(
  { accounts, database }: Gateway,
  { userId }: Principal,
  removed: { app: true } | { passkeyId: string },
): Promise<void> {
  if (!userId || !(await accounts.requiresSecondFactor(userId))) return;
  const ways = await findSignInMethods(database.queries, userId);
  const passkeys = ways?.passkeys.filter(({ id }) => !("passkeyId" in removed && id === removed.passkeyId)) ?? [];
  if (passkeys.length > 0 || (ways?.hasSecondFactor && !("app" in removed))) return;
  throw new HttpError(409, "Your organization requires a second factor; set up another one before you remove this one");
}
