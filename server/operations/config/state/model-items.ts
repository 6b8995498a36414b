import type { ConfigDocument } from "#lib/contract/config-document.ts";
import type { PoolStrategy } from "#lib/contract/pool-strategies.ts";
import type { CredentialPoolRow } from "#server/data/credential-pools.ts";
import type { CustomProviderRow } from "#server/data/custom-providers.ts";
import type { ModelAliasRow } from "#server/data/model-aliases.ts";
import type { Gateway } from "#server/gateway.ts";
import { customProviderRecord } from "#server/operations/custom-providers/custom-provider-records.ts";
import { storedRecord } from "#server/operations/model-aliases/model-alias-records.ts";
import { openSecrets } from "#server/pipeline/custom-providers/custom-secrets.ts";
import { variable } from "./suggested-variable.ts";

type Workspace = NonNullable<ConfigDocument["workspaces"]>[number];
type Item<List extends "credential_pools" | "custom_providers" | "model_aliases"> = NonNullable<
  Workspace[List]
>[number];

export function poolItem({ provider, strategy }: CredentialPoolRow): Item<"credential_pools"> {
  return { provider, strategy: strategy as PoolStrategy };
}

/** `workspace`: the slug of the workspace that it serves; null for the whole organization. */
export function providerItem(
  gateway: Pick<Gateway, "vault" | "providerSets">,
  row: CustomProviderRow,
  workspace: string | null,
): Item<"custom_providers"> {
  const { slug, name, api, base_url, enabled, zero_data_retention, reads_model_list, models } = customProviderRecord(
    gateway,
    row,
  );
  const secrets = openSecrets(gateway.vault, row);
  const own = (...path: string[]) => variable(workspace, slug, ...path);
  return {
    slug,
    name,
    api,
    base_url,
    // A key that cannot be decrypted still counts as a key.
    api_key: secrets?.api_key === null ? null : own("api_key"),
    headers: Object.fromEntries(Object.keys(secrets?.secret_headers ?? {}).map((header) => [header, own(header)])),
    enabled,
    zero_data_retention,
    reads_model_list,
    models: models.map(({ model_id: _, ...model }) => model),
  };
}

/** Returns a provider's secrets by their path in a document; undefined if they cannot be decrypted. */
export function providerSecrets(gateway: Pick<Gateway, "vault">, row: CustomProviderRow) {
  const secrets = openSecrets(gateway.vault, row);
  if (!secrets) return undefined;
  const headers = Object.entries(secrets.secret_headers).map(([name, value]) => [`headers.${name}`, value]);
  return { ...(secrets.api_key !== null && { api_key: secrets.api_key }), ...Object.fromEntries(headers) };
}

export function aliasItem(row: ModelAliasRow): Item<"model_aliases"> {
  const { name, description, targets } = storedRecord(row);
  return { name, description, targets };
}
