import { announce } from "#server/data/changes.ts";
import type { Gateway } from "#server/gateway.ts";

/**
 * Applies changed guardrails starting with the next request, in every process. `keyHashes`: the keys whose assignment
 * changed.
 */
export async function publishGuardrails(gateway: Gateway, keyHashes: readonly string[] = []): Promise<void> {
  await gateway.guardrails.refresh();
  for (const hash of keyHashes) await gateway.keys.refresh(hash);
  // Before the new budget takes effect, reservations under the old one are released and its spending is counted.
  await gateway.ledger.flush();
  await gateway.leases.releaseIdle(0);
  await announce(gateway.database, "guardrails");
}
