import type { CustomSecrets } from "#server/providers/custom/transport.ts";
import { tryParse } from "#server/providers/exchange/json.ts";
import type { Vault } from "#server/security/vault.ts";

/** Returns the key and headers of a custom provider; undefined if this process cannot decrypt them. */
export function openSecrets(
  vault: Vault,
  { id, sealedSecrets }: { id: string; sealedSecrets: string },
): CustomSecrets | undefined {
  const text = vault.open(sealedSecrets, id);
  return text === undefined ? undefined : (tryParse(text) as CustomSecrets);
}
