import { addWorkspaceMembers as endpoint } from "#lib/contract/workspace-members.ts";
import { recordChange } from "#server/audit/record-change.ts";
import { addWorkspaceMembers as addRows } from "#server/data/workspace-members.ts";
import { HttpError } from "#server/errors.ts";
import { gateway } from "#server/gateway.ts";
import { operation } from "#server/http/operation.ts";
import { changedWorkspaces, findInReach, workspaceTarget } from "#server/operations/workspaces/workspace-records.ts";
import { memberRecord, placeOf, userIdsOf } from "./member-record.ts";

export const addWorkspaceMembers = operation(endpoint)(async (call) => {
  const open = gateway();
  const row = await findInReach(open, call.principal, call.params.ref);
  const place = placeOf(row);
  const userIds = userIdsOf(call.body.user_ids);
  const added = userIds && (await addRows(open.database.queries, place, userIds));
  if (!added) throw new HttpError(404, "User not found: only members of the organization can be added");
  const data = added.map((person) => memberRecord(place, person));
  if (added.length > 0) {
    await changedWorkspaces(open);
    const change = { target: workspaceTarget(row), after: { members: data }, workspaceId: row.id };
    await recordChange(call, { action: "workspace.add_members", ...change });
  }
  return { added_count: added.length, data };
});
