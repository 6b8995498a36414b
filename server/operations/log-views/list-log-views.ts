import { listLogViews as endpoint } from "#lib/contract/log-views.ts";
import { requireWorkspace } from "#server/auth/access.ts";
import { ownerOf } from "#server/auth/ownership.ts";
import { listLogViews as listRows } from "#server/data/log-views.ts";
import { operation } from "#server/http/operation.ts";
import { logViewRecord } from "./log-view-records.ts";

export const listLogViews = operation(endpoint)(async (gateway, { principal, query }) => {
  const workspaceId = await requireWorkspace(gateway, principal, query.workspace_id);
  const { rows, total } = await listRows(gateway.database.queries, workspaceId, ownerOf(principal), query);
  return { data: rows.map((row) => logViewRecord(principal, row)), total_count: total };
});
