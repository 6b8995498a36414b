import { addWorkspaceMembers as endpoint } from "#lib/contract/workspace-members.ts";
import { recordChange } from "#server/audit/record-change.ts";
import { addWorkspaceMembers as addRows } from "#server/data/workspace-members.ts";
import { HttpError } from "#server/errors.ts";
import { operation } from "#server/http/operation.ts";
import {
  findAccessibleWorkspace,
  publishWorkspaces,
  workspaceTarget,
} from "#server/operations/workspaces/workspace-records.ts";
import { memberRecord, placeOf, userIdsOf } from "./member-record.ts";

export const addWorkspaceMembers = operation(endpoint)(async (gateway, call) => {
  const row = await findAccessibleWorkspace(gateway, call.principal, call.params.ref);
  const place = placeOf(row);
  const userIds = userIdsOf(call.body.user_ids);
  const data = await gateway.database.queries.transaction(async (queries) => {
    const added = userIds && (await addRows(queries, place, userIds));
    if (!added) throw new HttpError(404, "User not found: only members of the organization can be added");
    const members = added.map((person) => memberRecord(place, person));
    const change = { target: workspaceTarget(row), after: { members }, workspaceId: row.id };
    if (added.length > 0) await recordChange(queries, call, { action: "workspace.add_members", ...change });
    return members;
  });
  if (data.length > 0) await publishWorkspaces(gateway);
  return { added_count: data.length, data };
});
