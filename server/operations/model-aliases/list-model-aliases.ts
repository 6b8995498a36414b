import { listModelAliases as endpoint } from "#lib/contract/model-aliases.ts";
import { requireWorkspace } from "#server/auth/access.ts";
import { listModelAliases as listRows } from "#server/data/model-aliases.ts";
import { operation } from "#server/http/operation.ts";
import { modelAliasRecord } from "./model-alias-records.ts";

export const listModelAliases = operation(endpoint)(async (gateway, { principal, query }) => {
  const workspaceId = await requireWorkspace(gateway, principal, query.workspace_id);
  const { rows, total } = await listRows(gateway.database.queries, workspaceId, query.offset, query.limit);
  return { data: rows.map((row) => modelAliasRecord(gateway, row)), total_count: total };
});
