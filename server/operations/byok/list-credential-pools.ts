import { listCredentialPools as endpoint } from "#lib/contract/credential-pools.ts";
import { requireWorkspace } from "#server/auth/access.ts";
import { operation } from "#server/http/operation.ts";
import { ownPools, systemPool } from "./pool-records.ts";

export const listCredentialPools = operation(endpoint)(async (gateway, { principal, query }) => {
  const workspaceId = await requireWorkspace(gateway, principal, query.workspace_id);
  const { organizationId } = principal;
  const nowMs = gateway.now();
  const own = ownPools(gateway.credentials.list({ organizationId, workspaceId }), nowMs);
  const system = [...gateway.systemCredentials].flatMap(([provider, { keys = [] }]) =>
    keys.length > 0
      ? [
          systemPool(
            provider,
            keys.map(({ member }) => member),
            nowMs,
          ),
        ]
      : [],
  );
  const isWanted = (pool: { provider: string }) => query.provider === undefined || pool.provider === query.provider;
  return { data: [...own, ...system].filter(isWanted) };
});
