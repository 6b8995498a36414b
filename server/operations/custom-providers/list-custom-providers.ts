import { listCustomProviders as endpoint } from "#lib/contract/custom-providers.ts";
import { requireWorkspace } from "#server/auth/access.ts";
import { listCustomProviders as listRows } from "#server/data/custom-providers.ts";
import { operation } from "#server/http/operation.ts";
import { customProviderRecord } from "./custom-provider-records.ts";

export const listCustomProviders = operation(endpoint)(async (gateway, { principal, query }) => {
  const { offset, limit } = query;
  const workspaceId = await requireWorkspace(gateway, principal, query.workspace_id);
  const filter = { workspaceId, offset, limit };
  const { rows, total } = await listRows(gateway.database.queries, principal.organizationId, filter);
  return { data: rows.map((row) => customProviderRecord(gateway, row)), total_count: total };
});
