import { listCredentials as endpoint } from "#lib/contract/byok.ts";
import { workspaceInReach } from "#server/auth/reach.ts";
import { listCredentials as listRows } from "#server/data/credentials.ts";
import { operation } from "#server/http/operation.ts";
import { gateway } from "#server/opened-gateway.ts";
import { credentialRecords } from "./credential-records.ts";

export const listCredentials = operation(endpoint)(async ({ principal, query }) => {
  const open = gateway();
  const workspaceId = await workspaceInReach(open, principal, query.workspace_id);
  await open.credentials.flush();
  const { rows, total } = await listRows(open.database.queries, principal.organizationId, {
    workspaceId,
    ...(query.provider !== undefined && { provider: query.provider }),
    offset: query.offset,
    limit: query.limit,
  });
  return { data: await credentialRecords(open, rows), total_count: total };
});
