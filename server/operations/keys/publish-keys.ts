import { announce } from "#server/data/changes.ts";
import type { Gateway } from "#server/gateway.ts";
import { keyAccount } from "#server/ledger/limits/key-limit.ts";

/** Applies changed keys starting with the next request, here at once and in other processes by announcement. */
export async function publishKeys(gateway: Gateway, ...hashes: string[]): Promise<void> {
  for (const hash of hashes) {
    const stableIds = [gateway.keys.find(hash)?.stableId];
    await gateway.keys.refresh(hash);
    stableIds.push(gateway.keys.find(hash)?.stableId);
    // Before the new limit takes effect, reservations under the old one are released and its spending is counted.
    await gateway.ledger.flush();
    for (const account of new Set(stableIds)) if (account) await gateway.leases.release(keyAccount(account));
  }
  await announce(gateway.database, "keys");
}
