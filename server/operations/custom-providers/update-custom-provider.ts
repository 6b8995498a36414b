import { updateCustomProvider as endpoint } from "#lib/contract/custom-providers.ts";
import type { BodyOf } from "#lib/contract/endpoint.ts";
import { recordChange } from "#server/audit/record-change.ts";
import {
  type CustomProviderChanges,
  type CustomProviderRow,
  lockCustomProvider,
  updateCustomProvider as updateRow,
} from "#server/data/custom-providers.ts";
import type { Gateway } from "#server/gateway.ts";
import { operation } from "#server/http/operation.ts";
import { openSecrets } from "#server/pipeline/custom-providers/custom-secrets.ts";
import { requireAllowedUrl } from "#server/pipeline/planning/public-url.ts";
import { baseUrlOf, requireKnownModels } from "./check-custom-provider.ts";
import { customProviderRecord, targetOf, toAuditProvider } from "./custom-provider-records.ts";
import { changedSecrets, requireNewSecrets, secretsOf } from "./custom-secrets.ts";
import { storedModel } from "./model-fields.ts";
import { publishCustomProviders, storePrices } from "./publish-custom-providers.ts";
import { requireCustomProvider, requireRow } from "./require-custom-provider.ts";

/** Calls in progress continue with the settings they started with. */
export const updateCustomProvider = operation(endpoint)(async (gateway, call) => {
  const { body } = call;
  const found = await requireCustomProvider(gateway, call.principal, call.params.id);
  if (Object.keys(body).length === 0) return { data: customProviderRecord(gateway, found) };
  if (body.base_url !== undefined) await requireAllowedUrl(gateway, body.base_url, "base_url");
  const { organizationId, workspaceId, id } = found;
  const row = await gateway.database.queries.transaction(async (queries) => {
    const before = requireRow(await lockCustomProvider(queries, organizationId, id));
    const after = requireRow(await updateRow(queries, organizationId, id, changesOf(gateway, before, body)));
    await recordChange(queries, call, {
      action: "custom_provider.update",
      target: targetOf(after),
      before: toAuditProvider(gateway, before),
      after: toAuditProvider(gateway, after),
      workspaceId,
    });
    return after;
  });
  await storePrices(gateway, row);
  await publishCustomProviders(gateway);
  return { data: customProviderRecord(gateway, row) };
});

function changesOf(gateway: Gateway, before: CustomProviderRow, body: BodyOf<typeof endpoint>): CustomProviderChanges {
  const { name, api, base_url, enabled, zero_data_retention, reads_model_list, headers, models: sent, api_key } = body;
  const models = sent?.map(storedModel);
  if (models) requireKnownModels(gateway, models);
  const secrets = openSecrets(gateway.vault, before) ?? secretsOf(null, {});
  const changed = { ...(api_key !== undefined && { api_key }), ...(headers && { headers }) };
  if (base_url !== undefined && new URL(base_url).origin !== new URL(before.baseUrl).origin)
    requireNewSecrets(secrets, changed);
  const sealedSecrets =
    Object.keys(changed).length > 0
      ? gateway.vault.seal(JSON.stringify(changedSecrets(secrets, changed)), before.id)
      : undefined;
  return {
    ...(name !== undefined && { name }),
    ...(api !== undefined && { api }),
    ...(base_url !== undefined && { baseUrl: baseUrlOf(base_url) }),
    ...(enabled !== undefined && { enabled }),
    ...(zero_data_retention !== undefined && { zeroDataRetention: zero_data_retention }),
    ...(reads_model_list !== undefined && { readsModelList: reads_model_list }),
    ...(models && { models }),
    ...(sealedSecrets !== undefined && { sealedSecrets }),
  };
}
