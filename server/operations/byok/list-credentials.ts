import { listCredentials as endpoint } from "#lib/contract/byok.ts";
import { requireWorkspace } from "#server/auth/access.ts";
import { listCredentials as listRows } from "#server/data/credentials.ts";
import { operation } from "#server/http/operation.ts";
import { credentialRecords } from "./credential-records.ts";

export const listCredentials = operation(endpoint)(async (gateway, { principal, query }) => {
  const workspaceId = await requireWorkspace(gateway, principal, query.workspace_id);
  await gateway.credentials.flush();
  const { rows, total } = await listRows(gateway.database.queries, principal.organizationId, {
    workspaceId,
    ...(query.provider !== undefined && { provider: query.provider }),
    offset: query.offset,
    limit: query.limit,
  });
  return { data: await credentialRecords(gateway, rows), total_count: total };
});
