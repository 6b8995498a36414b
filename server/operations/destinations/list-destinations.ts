import { listDestinations as endpoint } from "#lib/contract/destinations.ts";
import { workspaceInReach } from "#server/auth/reach.ts";
import { listDestinations as listRows } from "#server/data/destinations.ts";
import { operation } from "#server/http/operation.ts";
import { gateway } from "#server/opened-gateway.ts";
import { destinationRecord } from "./destination-records.ts";

export const listDestinations = operation(endpoint)(async ({ principal, query }) => {
  const open = gateway();
  const workspaceId = await workspaceInReach(open, principal, query.workspace_id);
  const { rows, total } = await listRows(open.database.queries, workspaceId, query.offset, query.limit);
  return { data: rows.map((row) => destinationRecord(open, row)), total_count: total };
});
