import type { ConfigDocument } from "#lib/contract/config-document.ts";
import type { Gateway } from "#server/gateway.ts";
import type { Secrets } from "../document/secrets.ts";

/**
 * Looks up the hosts of a document's destinations, custom providers and alert channels, and returns a gateway that uses
 * the results. Other hosts do not resolve in it.
 */
export async function withKnownHosts<G extends Pick<Gateway, "lookUp">>(
  gateway: G,
  { workspaces = [], custom_providers: common = [] }: ConfigDocument,
  secrets: Secrets,
): Promise<G> {
  const configs = workspaces.flatMap(({ destinations = [] }) => destinations.map(({ config }) => config));
  const providers = [...common, ...workspaces.flatMap(({ custom_providers: own = [] }) => own)];
  const ofDestinations = configs.flatMap((config) => [
    "url" in config ? config.url : undefined,
    "endpoint" in config ? config.endpoint : undefined,
  ]);
  const channels = workspaces.flatMap(({ alert_channels: own = [] }) => own.map(({ config }) => config));
  const ofChannels = channels.map((config) => ("url" in config ? secrets.valueOf(config.url) : undefined));
  const urls = [...ofDestinations, ...ofChannels, ...providers.map(({ base_url }) => base_url)];
  const hosts = new Set(urls.flatMap((url) => URL.parse(url ?? "")?.hostname.replace(/^\[|\]$/g, "") ?? []));
  const found = await Promise.all([...hosts].map(async (host) => [host, await gateway.lookUp(host)] as const));
  const known = new Map(found);
  return { ...gateway, lookUp: async (host) => known.get(host) ?? [] };
}
