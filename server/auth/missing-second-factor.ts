import type { Endpoint, SecondFactorStep } from "#lib/contract/endpoint.ts";
import type { Principal } from "#server/caller/principal.ts";
import type { Queries } from "#server/data/database.ts";
import { hasSecondFactor } from "#server/data/second-factors.ts";
import { HttpError } from "#server/errors.ts";

/**
 * Returns what the user of a session must do before an organization that requires a second factor admits the session.
 */
export async function missingSecondFactor(queries: Queries, userId: string): Promise<SecondFactorStep> {
  return (await hasSecondFactor(queries, userId)) ? "code" : "set_up";
}

const REMEDIES: Record<SecondFactorStep, string> = {
  code: "enter a code from your authenticator app or use your passkey to continue",
  set_up: "set up an authenticator app or a passkey to continue",
};

/**
 * Throws 403 for a session without the second factor that its organization requires, except at the endpoints that
 * provide one. The step matters: a password alone must not add a factor next to one the user already has.
 */
export function requireSecondFactor({ secondFactorStep: step }: Principal, endpoint: Endpoint): void {
  if (!step || endpoint.secondFactorSteps?.includes(step)) return;
  throw new HttpError(403, `Your organization requires a second factor; ${REMEDIES[step]}`, {
    metadata: { reason: "second_factor" },
  });
}
