import { resealAccounts } from "#server/auth/accounts/reseal-accounts.ts";
import { resealAlertChannels } from "#server/data/alert-channels.ts";
import { resealContents } from "#server/data/content-seals.ts";
import { resealCredentials, sealedCredentials } from "#server/data/credential-seals.ts";
import { resealCustomProviders } from "#server/data/custom-providers.ts";
import type { Database } from "#server/data/database.ts";
import { resealDestinations } from "#server/data/destinations.ts";
import { resealMcpServers } from "#server/data/mcp-servers.ts";
import type { Environment } from "#server/env.ts";
import { contentReseal } from "#server/ledger/content-seals.ts";
import { openContentVault } from "#server/security/byte-vault.ts";
import { forgetFormerSecret, readFormerSecrets, readSecret, replaceSecretFile } from "#server/security/secret.ts";
import { openCredentialVault, openVaults, sealingKeyId, type Vault } from "#server/security/vault.ts";
import { printLine, runCommand } from "./run-command.ts";
import { withDatabase } from "./with-database.ts";

// `npm run vault -- rotate` seals all sealed data (provider keys, custom providers, destinations, MCP servers, alert
// channels, single sign-on, authenticator apps, stored prompts and responses) with a new secret; `status` reports which
// keys the provider keys are sealed with. Exits with 1 if some data cannot be opened.

const USAGE = `Usage: npm run vault -- status
       npm run vault -- rotate
If SWITCHBOARD_SECRET is set: set it to the new secret and SWITCHBOARD_PREVIOUS_SECRET to the old one for every
process, restart them, rotate, then remove SWITCHBOARD_PREVIOUS_SECRET. Otherwise: stop the gateway, rotate, start it;
a new secret is created in DATA_DIR. Either way, everyone has to sign in to the console again; members with an
authenticator app can do so once the rotation is complete.`;

await runCommand({
  usage: USAGE,
  choose({ positionals: [command, ...others] }) {
    if (others.length > 0) return undefined;
    if (command === "status") return () => withDatabase(status);
    return command === "rotate" ? () => withDatabase(rotate) : undefined;
  },
});

/** May be interrupted at any point and run again: until it is complete, both secrets are known. */
async function rotate(database: Database, environment: Environment): Promise<void> {
  const ofFile = environment.SWITCHBOARD_SECRET === undefined;
  if (ofFile) replaceSecretFile(environment.DATA_DIR);
  const vault = openCredentialVault(environment);
  const { destinationVault, mcpVault, channelVault } = openVaults(environment);
  const { sealed, unopened } = await resealCredentials(database, resealedBy(vault));
  printLine(`Provider keys sealed again, with key ${vault.keyId}: ${sealed}`);
  const customProviders = await resealCustomProviders(database, resealedBy(vault));
  printLine(`Custom providers sealed again: ${customProviders.sealed}`);
  const destinations = await resealDestinations(database, resealedBy(destinationVault));
  printLine(`Destinations sealed again: ${destinations.sealed}`);
  const mcpServers = await resealMcpServers(database, resealedBy(mcpVault));
  printLine(`MCP servers sealed again: ${mcpServers.sealed}`);
  const channels = await resealAlertChannels(database, resealedBy(channelVault));
  printLine(`Alert channels sealed again: ${channels.sealed}`);
  const accounts = await resealAccounts(database, [readSecret(environment), ...readFormerSecrets(environment)]);
  printLine(`Identity providers and authenticator apps sealed again: ${accounts.sealed}`);
  const contents = await resealContents(database, contentReseal(openContentVault(environment)));
  printLine(`Stored prompts and responses sealed again: ${contents.sealed}`);
  unopened.push(
    ...customProviders.unopened,
    ...destinations.unopened,
    ...mcpServers.unopened,
    ...channels.unopened,
    ...accounts.unopened,
    ...contents.unopened,
  );
  if (unopened.length > 0) return reportUnopened(unopened);
  if (ofFile) forgetFormerSecret(environment.DATA_DIR);
}

function resealedBy(vault: Vault) {
  return (id: string, sealed: string) => {
    const text = vault.open(sealed, id);
    return text === undefined ? undefined : vault.seal(text, id);
  };
}

async function status(database: Database, environment: Environment): Promise<void> {
  const vault = openCredentialVault(environment);
  const rows = await sealedCredentials(database.queries);
  for (const [keyId, own] of Map.groupBy(rows, ({ sealedKey }) => sealingKeyId(sealedKey)))
    printLine(`key ${keyId}${keyId === vault.keyId ? " (current)" : ""}, provider keys sealed with it: ${own.length}`);
  if (rows.length === 0) printLine("No provider keys are stored.");
  const unopened = rows.filter(({ id, sealedKey }) => vault.open(sealedKey, id) === undefined);
  if (unopened.length > 0) reportUnopened(unopened.map(({ id }) => id));
}

function reportUnopened(ids: readonly string[]): void {
  printLine(`${ids.length} could not be opened with the known secrets and were not changed:`);
  for (const id of ids) printLine(`  ${id}`);
  process.exitCode = 1;
}
