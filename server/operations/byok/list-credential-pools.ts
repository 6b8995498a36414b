import { listCredentialPools as endpoint } from "#lib/contract/credential-pools.ts";
import { getSystem } from "#lib/contract/system.ts";
import { requireWorkspace } from "#server/auth/access.ts";
import { coversEndpoint } from "#server/auth/key-scopes.ts";
import { operation } from "#server/http/operation.ts";
import type { SystemCredentials } from "#server/pipeline/planning/system-credentials.ts";
import { ownPools, systemPool } from "./pool-records.ts";

export const listCredentialPools = operation(endpoint)(async (gateway, { principal, query }) => {
  const workspaceId = await requireWorkspace(gateway, principal, query.workspace_id);
  const { organizationId } = principal;
  const nowMs = gateway.now();
  const own = ownPools(gateway.credentials.list({ organizationId, workspaceId }), nowMs);
  const system = coversEndpoint(principal, getSystem) ? systemPools(gateway.systemCredentials, nowMs) : [];
  const isWanted = (pool: { provider: string }) => query.provider === undefined || pool.provider === query.provider;
  return { data: [...own, ...system].filter(isWanted) };
});

function systemPools(credentials: SystemCredentials, nowMs: number) {
  return [...credentials].flatMap(([provider, { keys = [] }]) => {
    const members = keys.map(({ member }) => member);
    return members.length > 0 ? [systemPool(provider, members, nowMs)] : [];
  });
}
