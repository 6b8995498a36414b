import { listDestinations as endpoint } from "#lib/contract/destinations.ts";
import { requireWorkspace } from "#server/auth/access.ts";
import { listDestinations as listRows } from "#server/data/destinations.ts";
import { operation } from "#server/http/operation.ts";
import { destinationRecord, withHealth } from "./destination-records.ts";

export const listDestinations = operation(endpoint)(async (gateway, { principal, query }) => {
  const { queries } = gateway.database;
  const workspaceId = await requireWorkspace(gateway, principal, query.workspace_id);
  const { rows, total } = await listRows(queries, workspaceId, query.offset, query.limit);
  const data = await Promise.all(rows.map((row) => withHealth(queries, destinationRecord(gateway, row))));
  return { data, total_count: total };
});
