import type { Endpoint, SecondFactorStep } from "#lib/contract/endpoint.ts";
import type { Principal } from "#server/caller/principal.ts";
import type { Queries } from "#server/data/database.ts";
import { hasSecondFactor } from "#server/data/second-factors.ts";
import { HttpError } from "#server/errors.ts";

/** What the user of a session has to do before an organization that requires a second factor lets the session in. */
export async function missingSecondFactor(queries: Queries, userId: string): Promise<SecondFactorStep> {
  return (await hasSecondFactor(queries, userId)) ? "code" : "set_up";
}

const REMEDIES: Record<SecondFactorStep, string> = {
  code: "enter a code of your authenticator app or use your passkey to go on",
  set_up: "set up an authenticator app or a passkey to go on",
};

/**
 * Throws 403 for a session without the second factor that its organization requires, except at the endpoints by which
 * its user passes one. The step counts: a password alone must not add a factor beside the one that the user has.
 */
export function requireSecondFactor({ secondFactorStep: step }: Principal, endpoint: Endpoint): void {
  if (!step || endpoint.secondFactorSteps?.includes(step)) return;
  throw new HttpError(403, `Your organization requires a second factor; ${REMEDIES[step]}`, {
    metadata: { reason: "second_factor" },
  });
}
