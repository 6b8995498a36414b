import { DESTINATION_CONFIGS, type DestinationType, SECRET_FIELDS } from "#lib/contract/destination-config.ts";
import type { DestinationRow } from "#server/data/destinations.ts";
import { HttpError } from "#server/errors.ts";
import type { Gateway } from "#server/gateway.ts";
import { parseInput } from "#server/http/bodies/body.ts";
import { type DestinationConfig, openConfig, type StoredConfig } from "#server/jobs/destinations/open-config.ts";
import { requireAllowedUrl } from "#server/pipeline/planning/public-url.ts";
import { maskSecret } from "#server/security/mask-secret.ts";

type Config = DestinationConfig;

/** Returns a configuration as it is stored: its secrets sealed for the row `id`, the rest readable. */
export function sealConfig({ destinationVault }: Gateway, id: string, type: DestinationType, config: Config) {
  const secrets = Object.entries(config).filter(([name]) => SECRET_FIELDS[type].includes(name));
  const rest = Object.entries(config).filter(([name]) => !SECRET_FIELDS[type].includes(name));
  return {
    config: Object.fromEntries(rest),
    sealedConfig: destinationVault.seal(JSON.stringify(Object.fromEntries(secrets)), id),
  };
}

/** Returns a configuration with its secrets masked. */
export function maskConfig({ destinationVault }: Gateway, row: StoredConfig): Config {
  const config = openConfig(destinationVault, row);
  const masked = { ...config };
  for (const name of SECRET_FIELDS[row.type as DestinationType]) {
    if (config[name] !== undefined) masked[name] = maskOf(config[name]);
  }
  return masked;
}

/** Returns the configuration after a change. Throws 400 if it is incomplete or points to a private network. */
export async function mergeConfig(gateway: Gateway, row: DestinationRow, change: Config): Promise<Config> {
  const current = openConfig(gateway.destinationVault, row);
  const merged = { ...current };
  for (const [name, value] of Object.entries(change)) merged[name] = unmask(value, current[name]);
  const config = parseInput(DESTINATION_CONFIGS[row.type as DestinationType], merged, "config");
  await requireAllowed(gateway, config);
  return config;
}

/** Throws 400 if the destination is in a private network, unless the operator allows its host. */
export async function requireAllowed(
  gateway: Pick<Gateway, "environment" | "lookUp">,
  config: { url?: string; endpoint?: string | undefined; pathTemplate?: string },
): Promise<void> {
  if (config.url !== undefined) await requireAllowedUrl(gateway, config.url, "config.url");
  if (config.endpoint !== undefined) await requireAllowedUrl(gateway, config.endpoint, "config.endpoint");
}

/** Throws 400 unless the operator allows destinations of type disk. */
export function requireDiskFolder({ environment }: Pick<Gateway, "environment">): void {
  if (environment.DESTINATION_DISK_FOLDER !== undefined) return;
  throw new HttpError(400, "Writing to disk is turned off. The operator can turn it on with DESTINATION_DISK_FOLDER.");
}

function maskOf(secret: unknown): unknown {
  if (typeof secret === "string") return maskSecret(secret);
  return Object.fromEntries(Object.entries(secret as Config).map(([name, value]) => [name, maskOf(value)]));
}

/** Returns the value sent, or the current one if it was sent back masked. */
function unmask(sent: unknown, current: unknown): unknown {
  if (typeof sent === "string" && typeof current === "string") return sent === maskOf(current) ? current : sent;
  if (typeof sent !== "object" || sent === null || typeof current !== "object" || current === null) return sent;
  return Object.fromEntries(
    Object.entries(sent).map(([name, value]) => [name, unmask(value, (current as Config)[name])]),
  );
}
