import { removeWorkspaceMembers as endpoint } from "#lib/contract/workspace-members.ts";
import { recordChange } from "#server/audit/record-change.ts";
import { agentKeysOf } from "#server/data/agent-sign-ins.ts";
import {
  removeWorkspaceMembers as removeRows,
  withActiveKeys,
  withMappingOnly,
} from "#server/data/workspace-members.ts";
import { HttpError } from "#server/errors.ts";
import { operation } from "#server/http/operation.ts";
import { recordSignOuts } from "#server/operations/device/record-sign-outs.ts";
import { publishKeys } from "#server/operations/keys/publish-keys.ts";
import {
  findAccessibleWorkspace,
  publishWorkspaces,
  workspaceTarget,
} from "#server/operations/workspaces/workspace-records.ts";
import { userIdsOf } from "./member-record.ts";

export const removeWorkspaceMembers = operation(endpoint)(async (gateway, call) => {
  const row = await findAccessibleWorkspace(gateway, call.principal, call.params.ref);
  if (row.isDefault) throw new HttpError(400, "Every member of the organization belongs to its default workspace");
  const userIds = userIdsOf(call.body.user_ids);
  if (!userIds) throw new HttpError(404, "User not found");
  const mapped = await withMappingOnly(gateway.database.queries, row.id, userIds);
  if (mapped.length > 0) {
    throw new HttpError(
      400,
      `A group mapping puts these users into this workspace: ${mapped.join(", ")}; change the mapping or their groups`,
    );
  }
  const busy = await withActiveKeys(gateway.database.queries, row.id, userIds);
  if (busy.length > 0) {
    throw new HttpError(
      400,
      `Active keys in this workspace belong to: ${busy.join(", ")}; disable or delete the keys first`,
    );
  }
  const { removed, agents } = await gateway.database.queries.transaction(async (queries) => {
    const { removed: left, staying } = await removeRows(queries, row.id, userIds);
    // An agent's key is a sign-in of the member, like a session.
    const keys = await agentKeysOf(
      queries,
      { workspaceId: row.id },
      left.filter((id) => !staying.includes(id)),
    );
    await recordSignOuts(queries, call, keys);
    const change = { target: workspaceTarget(row), before: { user_ids: left }, workspaceId: row.id };
    if (left.length > 0) await recordChange(queries, call, { action: "workspace.remove_members", ...change });
    return { removed: left, agents: keys };
  });
  if (removed.length > 0) await publishWorkspaces(gateway);
  if (agents.length > 0) await publishKeys(gateway, ...agents.map(({ hash }) => hash));
  return { removed_count: removed.length };
});
