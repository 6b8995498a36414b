import { CHANNEL_CONFIGS, type ChannelConfig, type ChannelType } from "#lib/contract/alert-channels.ts";
import type { AlertChannelRow } from "#server/data/alert-channels.ts";
import { HttpError } from "#server/errors.ts";
import type { Gateway } from "#server/gateway.ts";
import { parseInput } from "#server/http/bodies/body.ts";
import { openChannel } from "#server/jobs/alerts/open-channel.ts";
import { requireAllowedUrl } from "#server/pipeline/planning/public-url.ts";
import { maskUrl } from "#server/security/mask-secret.ts";

/** Returns a channel's configuration as it may be shown: without the part of a URL that may contain a token. */
export function maskChannel({ channelVault }: Gateway, row: AlertChannelRow): Record<string, unknown> {
  const config = openChannel(channelVault, row);
  if (!config) return {};
  return "url" in config ? { url: maskUrl(config.url) } : config;
}

/** Returns the configuration after a change, in which a masked URL keeps its value. Throws 400 if it is not allowed. */
export async function changeChannel(
  gateway: Gateway,
  row: AlertChannelRow,
  change: Record<string, unknown>,
): Promise<ChannelConfig> {
  const current = openChannel(gateway.channelVault, row);
  const isMasked = current !== undefined && "url" in current && change.url === maskUrl(current.url);
  const merged = { ...current, ...change, ...(isMasked && { url: current.url }) };
  const config = parseInput(CHANNEL_CONFIGS[row.type as ChannelType], merged, "config");
  await requireAllowedChannel(gateway, config);
  return config;
}

/** Throws 400 if a channel's URL is in a private network that the operator does not allow, or email is not set up. */
export async function requireAllowedChannel(
  gateway: Pick<Gateway, "environment" | "lookUp">,
  config: ChannelConfig,
): Promise<void> {
  if ("url" in config) return requireAllowedUrl(gateway, config.url, "config.url");
  if (gateway.environment.SMTP_URL !== undefined) return;
  throw new HttpError(400, "Email is not set up. The operator can set it up with SMTP_URL and SMTP_FROM.");
}
