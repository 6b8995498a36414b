import type { DestinationRow } from "#server/data/destinations.ts";
import type { Vault } from "#server/security/vault.ts";

/** A destination's configuration by field, as the contract describes it for each type. */
export type DestinationConfig = Record<string, unknown>;
export type StoredConfig = Pick<DestinationRow, "id" | "type" | "config" | "sealedConfig">;

/** Returns the whole configuration. Its secrets are absent if they were sealed with an unknown secret. */
export function openConfig(vault: Vault, row: StoredConfig): DestinationConfig {
  const secrets = vault.open(row.sealedConfig, row.id);
  return {
    ...(row.config as DestinationConfig),
    ...(secrets === undefined ? {} : (JSON.parse(secrets) as DestinationConfig)),
  };
}
