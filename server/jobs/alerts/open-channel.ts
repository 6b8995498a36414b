import type { ChannelConfig } from "#lib/contract/alert-channels.ts";
import type { AlertChannelRow } from "#server/data/alert-channels.ts";
import type { Vault } from "#server/security/vault.ts";

/** Returns a channel's configuration; undefined if it was sealed with an unknown secret. */
export function openChannel(
  vault: Vault,
  { id, sealedConfig }: Pick<AlertChannelRow, "id" | "sealedConfig">,
): ChannelConfig | undefined {
  const text = vault.open(sealedConfig, id);
  return text === undefined ? undefined : (JSON.parse(text) as ChannelConfig);
}
