import type { ConfigDocument } from "#lib/contract/config-document.ts";
import { type DestinationType, SECRET_FIELDS } from "#lib/contract/destination-config.ts";
import { isRecord } from "#lib/is-record.ts";
import type { CredentialRow } from "#server/data/credentials.ts";
import type { CustomProviderRow } from "#server/data/custom-providers.ts";
import type { DestinationRow } from "#server/data/destinations.ts";
import type { Gateway } from "#server/gateway.ts";
import { openConfig } from "#server/jobs/destinations/open-config.ts";
import { settingsOf } from "#server/operations/byok/credential-records.ts";
import { credentialName, refOf } from "../document/resources.ts";
import { channelName, channelSecrets } from "./alert-items.ts";
import type { StoredRecords } from "./config-state.ts";
import { providerSecrets } from "./model-items.ts";
import { variable } from "./suggested-variable.ts";
import type { Names } from "./workspace-items.ts";

type Credential = NonNullable<ConfigDocument["credentials"]>[number];
type Destination = NonNullable<NonNullable<ConfigDocument["workspaces"]>[number]["destinations"]>[number];

/** Sorts credentials by provider and then in the order in which they are tried. */
export function inOrder(rows: readonly CredentialRow[]): CredentialRow[] {
  return rows.toSorted(
    (a, b) => (a.provider < b.provider ? -1 : Number(a.provider > b.provider)) || a.sortOrder - b.sortOrder,
  );
}

export function credentialItem(row: CredentialRow, names: Names, slug: string | null): Credential {
  const {
    provider,
    name,
    disabled,
    is_fallback,
    is_required,
    is_byok_only,
    declared_zdr,
    weight,
    tier,
    allowed_models,
  } = settingsOf(row);
  return {
    provider,
    name,
    key: variable(slug, provider, name, "key"),
    disabled,
    is_fallback,
    is_required,
    is_byok_only,
    declared_zdr,
    weight,
    tier,
    allowed_models,
    allowed_users: row.allowedUserIds && names.users(row.allowedUserIds),
    allowed_api_keys: row.allowedApiKeyHashes?.map((hash) => names.key(hash, slug)),
  };
}

export function destinationItem(gateway: Gateway, row: DestinationRow, slug: string, names: Names): Destination {
  const type = row.type as DestinationType;
  const secrets = SECRET_FIELDS[type].flatMap((field): [string, unknown][] => {
    const value = openConfig(gateway.destinationVault, row)[field];
    const own = (...path: string[]) => variable(slug, row.name, ...path);
    if (isRecord(value)) return [[field, Object.fromEntries(Object.keys(value).map((name) => [name, own(name)]))]];
    return value === undefined ? [] : [[field, own(field)]];
  });
  const item = {
    type,
    name: row.name,
    config: { ...(row.config as object), ...Object.fromEntries(secrets) },
    enabled: row.enabled,
    privacy_mode: row.privacyMode,
    sampling_rate: row.samplingRate,
    api_keys: row.apiKeyHashes?.map((hash) => names.key(hash, slug)),
    filter_rules: row.filterRules,
    regions: row.regions,
    broadcast_generation_cost: row.broadcastCost,
    broadcast_generation_identity: row.broadcastIdentity,
    broadcast_generation_request_context: row.broadcastRequestContext,
  };
  return item as Destination;
}

/** Returns the secrets that this gateway can decrypt, by record and path. */
export function secretsOf(
  gateway: Gateway,
  { credentials, providers, workspaces }: StoredRecords,
): Map<string, Record<string, string>> {
  const secrets = new Map<string, Record<string, string>>();
  const addCredentials = (rows: readonly CredentialRow[], workspace: string | null) => {
    for (const row of rows) {
      const key = gateway.vault.open(row.sealedKey, row.id);
      if (key !== undefined) secrets.set(refOf({ kind: "credential", workspace, name: credentialName(row) }), { key });
    }
  };
  const addProviders = (rows: readonly CustomProviderRow[], workspace: string | null) => {
    for (const row of rows) {
      const own = providerSecrets(gateway, row);
      if (own) secrets.set(refOf({ kind: "custom_provider", workspace, name: row.slug }), own);
    }
  };
  addCredentials(credentials, null);
  addProviders(providers, null);
  for (const { slug: workspace, credentials: rows, providers: own, destinations, channels } of workspaces) {
    for (const row of channels) {
      const own = channelSecrets(gateway, row);
      if (own) secrets.set(refOf({ kind: "alert_channel", workspace, name: channelName(row) }), own);
    }
    addCredentials(rows, workspace);
    addProviders(own, workspace);
    for (const row of destinations) {
      const name = `${row.type}/${row.name}`;
      secrets.set(refOf({ kind: "destination", workspace, name }), destinationSecrets(gateway, row));
    }
  }
  return secrets;
}

function destinationSecrets(gateway: Gateway, row: DestinationRow): Record<string, string> {
  const config = openConfig(gateway.destinationVault, row);
  const leaves = SECRET_FIELDS[row.type as DestinationType].flatMap((field): [string, string][] => {
    const value = config[field];
    if (!isRecord(value)) return typeof value === "string" ? [[`config.${field}`, value]] : [];
    return Object.entries(value).map(([name, text]) => [`config.${field}.${name}`, String(text)]);
  });
  return Object.fromEntries(leaves);
}
