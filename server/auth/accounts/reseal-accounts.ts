import { symmetricDecrypt, symmetricEncrypt } from "better-auth/crypto";
import { type Resealed, resealSecondFactors, resealSingleSignOn } from "#server/data/account-seals.ts";
import type { Database } from "#server/data/database.ts";
import { sessionSecretOf } from "#server/security/secret.ts";
import { singleSignOnVault } from "./accounts-single-sign-on.ts";

/**
 * Seals stored account secrets again with the first of the installation's secrets: identity providers' secrets with our
 * vault, authenticator apps and recovery codes as the accounts library does. The other secrets are used to open them.
 */
export async function resealAccounts(database: Database, secrets: readonly string[]): Promise<Resealed> {
  const vault = singleSignOnVault(secrets);
  const providers = await resealSingleSignOn(database, (id, sealed) => {
    const text = vault.open(sealed, id);
    return text === undefined ? undefined : vault.seal(text, id);
  });
  const keys = secrets.map(sessionSecretOf);
  const factors = await resealSecondFactors(database, async ({ secret, backupCodes }) => {
    const [app, codes] = [await decryptWithAny(secret, keys), await decryptWithAny(backupCodes, keys)];
    if (app === undefined || codes === undefined) return undefined;
    const key = keys[0] as string;
    return {
      secret: await symmetricEncrypt({ key, data: app }),
      backupCodes: await symmetricEncrypt({ key, data: codes }),
    };
  });
  return {
    sealed: providers.sealed + factors.sealed,
    unopened: [...providers.unopened, ...factors.unopened],
  };
}

async function decryptWithAny(data: string, keys: readonly string[]): Promise<string | undefined> {
  for (const key of keys) {
    // The library reports a wrong key only by throwing.
    const text = await symmetricDecrypt({ key, data }).catch(() => undefined);
    if (text !== undefined) return text;
  }
  return undefined;
}
