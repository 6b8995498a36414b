import { announce } from "#server/data/changes.ts";
import type { Gateway } from "#server/gateway.ts";

/**
 * Makes changes of guardrails hold from the next call on, in every process. `keyHashes`: the keys that they were
 * assigned to or taken from.
 */
export async function changedGuardrails(gateway: Gateway, keyHashes: readonly string[] = []): Promise<void> {
  await gateway.guardrails.refresh();
  for (const hash of keyHashes) await gateway.keys.refresh(hash);
  // What is held under an old budget goes back, and what was spent under it is counted, before the new one holds.
  await gateway.ledger.flush();
  await gateway.leases.releaseIdle(0);
  await announce(gateway.database, "guardrails");
}
