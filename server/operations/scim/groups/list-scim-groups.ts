import { listScimGroups as endpoint } from "#lib/contract/scim-protocol.ts";
import { listScimGroups as listRows } from "#server/data/scim-groups.ts";
import { operation } from "#server/http/operation.ts";
import { readFilter, unsupportedFilter } from "../read-filter.ts";
import { listResponse } from "../scim-response.ts";
import { groupResources } from "./group-resource.ts";

export const listScimGroups = operation(endpoint)(async (gateway, call) => {
  const { principal, query } = call;
  const page = { filter: readFilter(query.filter), offset: query.startIndex - 1, limit: query.count };
  const found = await listRows(gateway.database.queries, principal.organizationId, page);
  if (!found) throw unsupportedFilter();
  return listResponse(await groupResources(gateway, call, found.rows), { ...query, total: found.total });
});
