import { createCustomProvider as endpoint } from "#lib/contract/custom-providers.ts";
import { recordChange } from "#server/audit/record-change.ts";
import { requireWorkspace } from "#server/auth/access.ts";
import { requireWholeOrganization } from "#server/auth/key-scopes.ts";
import { insertCustomProvider } from "#server/data/custom-providers.ts";
import { HttpError } from "#server/errors.ts";
import { operation } from "#server/http/operation.ts";
import { requireAllowedUrl } from "#server/pipeline/planning/public-url.ts";
import { baseUrlOf, requireFreeSlug, requireKnownModels, slugTaken } from "./check-custom-provider.ts";
import { customProviderRecord, targetOf, toAuditProvider } from "./custom-provider-records.ts";
import { secretsOf } from "./custom-secrets.ts";
import { storedModel } from "./model-fields.ts";
import { publishCustomProviders, storePrices } from "./publish-custom-providers.ts";

const MOST_PROVIDERS = 50;

export const createCustomProvider = operation(endpoint)(async (gateway, call) => {
  const { principal, body } = call;
  const { workspace_id, slug } = body;
  if (workspace_id === null) requireWholeOrganization(principal);
  const workspaceId = workspace_id === null ? null : await requireWorkspace(gateway, principal, workspace_id);
  requireFreeSlug(gateway, slug);
  const models = body.models.map(storedModel);
  requireKnownModels(gateway, models);
  await requireAllowedUrl(gateway, body.base_url, "base_url");
  const id = crypto.randomUUID();
  const values = {
    id,
    organizationId: principal.organizationId,
    workspaceId,
    slug,
    name: body.name,
    api: body.api,
    baseUrl: baseUrlOf(body.base_url),
    enabled: body.enabled,
    zeroDataRetention: body.zero_data_retention,
    readsModelList: body.reads_model_list,
    sealedSecrets: gateway.vault.seal(JSON.stringify(secretsOf(body.api_key, body.headers)), id),
    models,
  };
  const row = await gateway.database.queries.transaction(async (queries) => {
    const made = await insertCustomProvider(queries, values, MOST_PROVIDERS);
    if (made === "full") throw new HttpError(409, `A workspace can have at most ${MOST_PROVIDERS} custom providers`);
    if (!made) throw slugTaken(slug);
    const after = toAuditProvider(gateway, made);
    await recordChange(queries, call, { action: "custom_provider.create", target: targetOf(made), after, workspaceId });
    return made;
  });
  await storePrices(gateway, row);
  await publishCustomProviders(gateway);
  return { data: customProviderRecord(gateway, row) };
});
