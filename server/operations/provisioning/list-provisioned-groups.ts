import { listProvisionedGroups as endpoint } from "#lib/contract/group-mappings.ts";
import { listProvisionedGroups as listRows } from "#server/data/scim-groups.ts";
import { operation } from "#server/http/operation.ts";

export const listProvisionedGroups = operation(endpoint)(async ({ database }, { principal, query }) => {
  const { rows, total } = await listRows(database.queries, principal.organizationId, query);
  const data = rows.map(({ id, displayName, externalId, memberCount }) => ({
    id,
    name: displayName,
    external_id: externalId,
    member_count: memberCount,
  }));
  return { data, total_count: total };
});
