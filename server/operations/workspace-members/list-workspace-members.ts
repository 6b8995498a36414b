import { listWorkspaceMembers as endpoint } from "#lib/contract/workspace-members.ts";
import { listWorkspaceMembers as listRows } from "#server/data/workspace-members.ts";
import { operation } from "#server/http/operation.ts";
import { findAccessibleWorkspace } from "#server/operations/workspaces/workspace-records.ts";
import { memberRecord, placeOf } from "./member-record.ts";

export const listWorkspaceMembers = operation(endpoint)(async (gateway, { principal, params, query }) => {
  const place = placeOf(await findAccessibleWorkspace(gateway, principal, params.ref));
  const { rows, total } = await listRows(gateway.database.queries, place, query);
  return { data: rows.map((row) => memberRecord(place, row)), total_count: total };
});
