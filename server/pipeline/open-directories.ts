import type { Catalogue } from "#server/catalogue/catalogue.ts";
import type { Queries } from "#server/data/database.ts";
import { loadGuardrails } from "#server/data/guardrails.ts";
import type { Recall } from "#server/data/recall.ts";
import { createGuardrailDirectory } from "#server/guardrails/directory.ts";
import type { Log } from "#server/log.ts";
import type { Vault } from "#server/security/vault.ts";
import { createAliasDirectory } from "./aliases/alias-directory.ts";
import { createProviderSets } from "./custom-providers/provider-sets.ts";
import { createPresetDirectory } from "./planning/preset-directory.ts";
import type { SystemCredentials } from "./planning/system-credentials.ts";
import { openRateLimits } from "./rate-limits/open-rate-limits.ts";
import type { SharedStore } from "./rate-limits/shared-counters.ts";
import { createMcpDirectory } from "./server-tools/mcp/mcp-directory.ts";

type Parts = {
  queries: Queries;
  vault: Vault;
  catalogue: Catalogue;
  systemCredentials: SystemCredentials;
  log: Log;
  recall: Recall;
  store: SharedStore | undefined;
  now(): number;
};

/** Reads what the workspaces have set up for their model requests into memory. */
export async function openDirectories(parts: Parts) {
  const { queries, recall } = parts;
  return {
    guardrails: await createGuardrailDirectory(() => recall("guardrails", () => loadGuardrails(queries))),
    presets: await createPresetDirectory(queries, recall),
    mcpServers: await createMcpDirectory(queries, recall),
    aliases: await createAliasDirectory(queries, recall),
    providerSets: await createProviderSets(parts),
    rateLimits: await openRateLimits(parts),
  };
}
