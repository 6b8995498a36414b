import { setCredentialPool as endpoint } from "#lib/contract/credential-pools.ts";
import { recordChange } from "#server/audit/record-change.ts";
import { requireWorkspace } from "#server/auth/access.ts";
import { requireWholeOrganization } from "#server/auth/key-scopes.ts";
import { findPoolStrategy, putCredentialPool } from "#server/data/credential-pools.ts";
import { HttpError } from "#server/errors.ts";
import { operation } from "#server/http/operation.ts";
import { DEFAULT_STRATEGY } from "#server/pipeline/planning/credential-directory.ts";
import { takesOwnKey } from "#server/pipeline/planning/keyed-provider.ts";
import { publishCredentials } from "./publish-credentials.ts";

export const setCredentialPool = operation(endpoint)(async (gateway, call) => {
  const { principal, params, body } = call;
  const { strategy, workspace_id } = body;
  const { organizationId } = principal;
  if (workspace_id === null) requireWholeOrganization(principal);
  const workspaceId = workspace_id === null ? null : await requireWorkspace(gateway, principal, workspace_id);
  const { provider } = params;
  if (!takesOwnKey(provider)) throw new HttpError(404, "This provider does not exist or does not take keys");
  const pool = { organizationId, workspaceId, provider };
  await gateway.database.queries.transaction(async (queries) => {
    const before = await findPoolStrategy(queries, pool);
    await putCredentialPool(queries, pool, strategy === DEFAULT_STRATEGY ? undefined : strategy);
    await recordChange(queries, call, {
      action: "credential_pool.set",
      target: { type: "credential_pool", id: provider, name: provider },
      before: { strategy: before ?? DEFAULT_STRATEGY },
      after: { strategy },
      workspaceId,
    });
  });
  await publishCredentials(gateway);
  return { data: { provider, workspace_id: workspaceId, strategy } };
});
