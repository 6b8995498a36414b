import { announce } from "#server/data/changes.ts";
import type { Gateway } from "#server/gateway.ts";
import { keyAccount } from "#server/ledger/limits/key-limit.ts";

/** Makes changes of keys hold from the next call on, here at once and in other processes by announcement. */
export async function changedKeys(gateway: Gateway, ...hashes: string[]): Promise<void> {
  for (const hash of hashes) {
    const limitAccounts = [gateway.keys.find(hash)?.limitAccount];
    await gateway.keys.refresh(hash);
    limitAccounts.push(gateway.keys.find(hash)?.limitAccount);
    // What is held under the old limit goes back, and what was spent under it is counted, before the new one holds.
    await gateway.ledger.flush();
    for (const account of new Set(limitAccounts)) if (account) await gateway.leases.release(keyAccount(account));
  }
  await announce(gateway.database, "keys");
}
