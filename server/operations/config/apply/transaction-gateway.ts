import { createDirectories } from "#server/auth/accounts/accounts-directory.ts";
import { createKeyDirectory } from "#server/auth/keys/key-directory.ts";
import type { Transaction } from "#server/data/database.ts";
import { loadNow } from "#server/data/recall.ts";
import type { Gateway } from "#server/gateway.ts";
import { createAliasDirectory } from "#server/pipeline/aliases/alias-directory.ts";
import { createProviderSets } from "#server/pipeline/custom-providers/provider-sets.ts";
import { createPresetDirectory } from "#server/pipeline/planning/preset-directory.ts";

const later = async () => undefined;

/**
 * Returns a gateway for operations within one transaction: they read what the transaction has written, and their own
 * transactions become savepoints. What they do after a commit (refresh memory, announce, write the ledger) must wait
 * for the end of this transaction, so here it does nothing; `announceConfig` does it afterwards.
 */
export async function transactionGateway(gateway: Gateway, queries: Transaction): Promise<Gateway> {
  const { now, database, accounts, credentials, guardrails, budgets, ledger, leases, catalogue } = gateway;
  const { vault, systemCredentials, log, rateLimits } = gateway;
  const directories = createDirectories(queries, now, loadNow);
  await directories.refresh();
  return {
    ...gateway,
    // The embedded database serves one process, so nothing is announced.
    database: { ...database, queries, embedded: true },
    accounts: {
      ...accounts,
      workspace: async (organizationId, idOrSlug) => (await directories.read()).workspace(organizationId, idOrSlug),
      workspaceNow: (workspaceId) => directories.latest()?.byId(workspaceId),
      refresh: async () => void (await directories.refresh()),
    },
    keys: await createKeyDirectory(queries, now),
    presets: await createPresetDirectory(queries),
    aliases: await createAliasDirectory(queries),
    providerSets: await createProviderSets({ queries, vault, catalogue, systemCredentials, log }),
    credentials: { ...credentials, refresh: later, flush: later },
    guardrails: { ...guardrails, refresh: later },
    budgets: { ...budgets, refresh: later },
    rateLimits: { ...rateLimits, refresh: later },
    ledger: { ...ledger, flush: later },
    leases: { ...leases, release: later, releaseIdle: later },
    catalogue: { ...catalogue, overlay: () => undefined },
  };
}
