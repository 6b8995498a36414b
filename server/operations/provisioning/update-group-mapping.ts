import { updateGroupMapping as endpoint } from "#lib/contract/group-mappings.ts";
import { findGroupMapping, updateGroupMapping as updateRow } from "#server/data/group-mappings.ts";
import { lockOrganization } from "#server/data/scim-users.ts";
import { HttpError } from "#server/errors.ts";
import { operation } from "#server/http/operation.ts";
import { publishProvisioning } from "#server/operations/scim/users/save-user.ts";
import { mappingRecord, recordMapping, rejectDuplicate, workspaceIdOf } from "./mapping-record.ts";

export const updateGroupMapping = operation(endpoint)(async (gateway, call) => {
  const { principal, body, params } = call;
  const { organizationId } = principal;
  const workspaceId =
    body.workspace_id === undefined ? undefined : await workspaceIdOf(gateway, principal, body.workspace_id);
  const row = await gateway.database.queries.transaction(async (queries) => {
    await lockOrganization(queries, organizationId);
    const before = await findGroupMapping(queries, organizationId, params.id);
    if (!before) throw new HttpError(404, "Group mapping not found");
    const values = {
      group: body.group ?? before.group,
      role: body.role === undefined ? before.role : body.role,
      workspaceId: workspaceId === undefined ? before.workspaceId : workspaceId,
    };
    if (values.role === null && values.workspaceId === null)
      throw new HttpError(400, "A mapping needs a role, a workspace or both; delete it instead");
    await rejectDuplicate(queries, organizationId, values, before.id);
    const after = await updateRow(queries, organizationId, before.id, values);
    await recordMapping(queries, call, "update", { before, after });
    return after ?? before;
  });
  await publishProvisioning(gateway);
  return { data: mappingRecord(row) };
});
