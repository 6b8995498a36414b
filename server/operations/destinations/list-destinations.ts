import { listDestinations as endpoint } from "#lib/contract/destinations.ts";
import { workspaceInReach } from "#server/auth/reach.ts";
import { listDestinations as listRows } from "#server/data/destinations.ts";
import { operation } from "#server/http/operation.ts";
import { destinationRecord } from "./destination-records.ts";

export const listDestinations = operation(endpoint)(async (gateway, { principal, query }) => {
  const workspaceId = await workspaceInReach(gateway, principal, query.workspace_id);
  const { rows, total } = await listRows(gateway.database.queries, workspaceId, query.offset, query.limit);
  return { data: rows.map((row) => destinationRecord(gateway, row)), total_count: total };
});
