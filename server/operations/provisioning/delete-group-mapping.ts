import { deleteGroupMapping as endpoint } from "#lib/contract/group-mappings.ts";
import { deleteGroupMapping as deleteRow } from "#server/data/group-mappings.ts";
import { lockOrganization } from "#server/data/scim-users.ts";
import { HttpError } from "#server/errors.ts";
import { operation } from "#server/http/operation.ts";
import { publishProvisioning } from "#server/operations/scim/users/save-user.ts";
import { recordMapping } from "./mapping-record.ts";

export const deleteGroupMapping = operation(endpoint)(async (gateway, call) => {
  const { organizationId } = call.principal;
  await gateway.database.queries.transaction(async (queries) => {
    await lockOrganization(queries, organizationId);
    const before = await deleteRow(queries, organizationId, call.params.id);
    if (!before) throw new HttpError(404, "Group mapping not found");
    await recordMapping(queries, call, "delete", { before });
  });
  await publishProvisioning(gateway);
  return { deleted: true as const };
});
