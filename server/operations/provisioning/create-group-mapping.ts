import { createGroupMapping as endpoint } from "#lib/contract/group-mappings.ts";
import { insertGroupMapping, listGroupMappings } from "#server/data/group-mappings.ts";
import { lockOrganization } from "#server/data/scim-users.ts";
import { HttpError } from "#server/errors.ts";
import { operation } from "#server/http/operation.ts";
import { publishProvisioning } from "#server/operations/scim/users/save-user.ts";
import { mappingRecord, recordMapping, rejectDuplicate, workspaceIdOf } from "./mapping-record.ts";

const MAX_MAPPINGS = 200;

export const createGroupMapping = operation(endpoint)(async (gateway, call) => {
  const { principal, body } = call;
  const { organizationId } = principal;
  const values = {
    group: body.group,
    role: body.role,
    workspaceId: await workspaceIdOf(gateway, principal, body.workspace_id),
  };
  const row = await gateway.database.queries.transaction(async (queries) => {
    await lockOrganization(queries, organizationId);
    await rejectDuplicate(queries, organizationId, values);
    if ((await listGroupMappings(queries, organizationId)).length >= MAX_MAPPINGS)
      throw new HttpError(409, `An organization can have at most ${MAX_MAPPINGS} group mappings`);
    const after = await insertGroupMapping(queries, { organizationId, ...values });
    await recordMapping(queries, call, "create", { after });
    return after;
  });
  await publishProvisioning(gateway);
  return { data: mappingRecord(row) };
});
