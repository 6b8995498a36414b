import { parseArgs } from "node:util";
import { resealAccounts } from "#server/auth/accounts/reseal-accounts.ts";
import { resealCredentials, sealedCredentials } from "#server/data/credential-seals.ts";
import { type Database, openDatabase } from "#server/data/database.ts";
import { resealDestinations } from "#server/data/destinations.ts";
import { type Environment, readEnvironment } from "#server/env.ts";
import { forgetFormerSecret, readFormerSecrets, readSecret, replaceSecretFile } from "#server/security/secret.ts";
import { openCredentialVault, openDestinationVault, sealingKeyId, type Vault } from "#server/security/vault.ts";

// `npm run vault -- rotate` seals everything that is stored sealed (provider keys, destinations, single sign-on,
// authenticator apps) with a new secret; `status` says which keys provider keys are sealed with. Ends with 1 when some
// cannot be opened.

const USAGE = `Usage: npm run vault -- status
       npm run vault -- rotate
With SWITCHBOARD_SECRET set: set it to the new secret and SWITCHBOARD_PREVIOUS_SECRET to the old one in every
process, restart them, rotate, then remove SWITCHBOARD_PREVIOUS_SECRET. Without: stop the gateway, rotate, start it;
a new secret is made in DATA_DIR. Either way everyone signs in to the console again, those with an authenticator
app once the rotation is done.`;

const say = (line: string) => process.stdout.write(`${line}\n`);
await run().catch((error: Error) => {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
});

async function run(): Promise<void> {
  const [command] = parseArgs({ allowPositionals: true }).positionals;
  const commands: Record<string, typeof rotate> = { rotate, status };
  const chosen = commands[command ?? ""];
  if (!chosen) throw new Error(USAGE);
  const environment = readEnvironment(process.env);
  const database = await openDatabase({
    ...(environment.DATABASE_URL && { url: environment.DATABASE_URL }),
    folder: environment.DATA_DIR,
  });
  try {
    await chosen(environment, database);
  } finally {
    await database.close();
  }
}

/** May be cut off at any point and run again: until it is done, both secrets are known. */
async function rotate(environment: Environment, database: Database): Promise<void> {
  const ofFile = environment.SWITCHBOARD_SECRET === undefined;
  if (ofFile) replaceSecretFile(environment.DATA_DIR);
  const vault = openCredentialVault(environment);
  const { sealed, unopened } = await resealCredentials(database, resealedBy(vault));
  say(`${sealed} credentials are sealed with key ${vault.keyId}.`);
  const destinations = await resealDestinations(database, resealedBy(openDestinationVault(environment)));
  say(`${destinations.sealed} destinations of traces are sealed again.`);
  const accounts = await resealAccounts(database, [readSecret(environment), ...readFormerSecrets(environment)]);
  say(`${accounts.sealed} identity providers and authenticator apps are sealed again.`);
  unopened.push(...destinations.unopened, ...accounts.unopened);
  if (unopened.length > 0) return refuse(unopened);
  if (ofFile) forgetFormerSecret(environment.DATA_DIR);
}

function resealedBy(vault: Vault) {
  return (id: string, sealed: string) => {
    const text = vault.open(sealed, id);
    return text === undefined ? undefined : vault.seal(text, id);
  };
}

async function status(environment: Environment, database: Database): Promise<void> {
  const vault = openCredentialVault(environment);
  const rows = await sealedCredentials(database.queries);
  for (const [keyId, own] of Map.groupBy(rows, ({ sealedKey }) => sealingKeyId(sealedKey)))
    say(`key ${keyId}${keyId === vault.keyId ? " (current)" : ""}: ${own.length} credentials`);
  if (rows.length === 0) say("No credential is stored.");
  const unopened = rows.filter(({ id, sealedKey }) => vault.open(sealedKey, id) === undefined);
  if (unopened.length > 0) refuse(unopened.map(({ id }) => id));
}

function refuse(ids: readonly string[]): void {
  say(`${ids.length} cannot be opened with the secrets that are known here and were left as they are:`);
  for (const id of ids) say(`  ${id}`);
  process.exitCode = 1;
}
