import type { z } from "zod";
import type { CustomProvider } from "#lib/contract/custom-providers.ts";
import { customModelId } from "#server/catalogue/custom/custom-endpoints.ts";
import type { CustomProviderRow } from "#server/data/custom-providers.ts";
import type { Gateway } from "#server/gateway.ts";
import { openSecrets } from "#server/pipeline/custom-providers/custom-secrets.ts";
import { maskKey } from "../byok/credential-fields.ts";
import { maskedHeaders } from "./custom-secrets.ts";
import { modelRecord } from "./model-fields.ts";

type Wire = z.output<typeof CustomProvider>;
type Parts = Pick<Gateway, "vault" | "providerSets">;

/** Converts a stored custom provider to its API record, which shows no secret. */
export function customProviderRecord({ vault, providerSets }: Parts, row: CustomProviderRow): Wire {
  const found = providerSets.found(row);
  const secrets = openSecrets(vault, row);
  const key = secrets?.api_key ?? null;
  return {
    id: row.id,
    workspace_id: row.workspaceId,
    slug: row.slug,
    name: row.name,
    api: row.api,
    base_url: row.baseUrl,
    enabled: row.enabled,
    zero_data_retention: row.zeroDataRetention,
    reads_model_list: row.readsModelList,
    api_key: key === null ? null : maskKey(key),
    headers: secrets ? maskedHeaders(secrets) : {},
    models: row.models.map((model) => modelRecord(row.slug, model)),
    model_list: found
      ? {
          read_at: new Date(found.readAtMs).toISOString(),
          models: found.models.map((upstreamModel) => customModelId(row.slug, { model: null, upstreamModel })),
        }
      : null,
    is_readable: secrets !== undefined,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  };
}

/** Returns a provider as the target of an audit entry. */
export function targetOf({ id, name }: CustomProviderRow) {
  return { type: "custom_provider", id, name };
}

/** Returns what the audit log stores about a provider. */
export function toAuditProvider(gateway: Parts, row: CustomProviderRow) {
  const { api_key: label, model_list: _, ...record } = customProviderRecord(gateway, row);
  return { ...record, label };
}
