import { listScimUsers as endpoint } from "#lib/contract/scim-protocol.ts";
import { listScimUsers as listRows } from "#server/data/scim-users.ts";
import { operation } from "#server/http/operation.ts";
import { readFilter, unsupportedFilter } from "../read-filter.ts";
import { listResponse } from "../scim-response.ts";
import { userResources } from "./require-user.ts";

export const listScimUsers = operation(endpoint)(async (gateway, call) => {
  const { principal, query } = call;
  const { startIndex, count } = query;
  const page = { filter: readFilter(query.filter), offset: startIndex - 1, limit: count };
  const found = await listRows(gateway.database.queries, principal.organizationId, page);
  if (!found) throw unsupportedFilter();
  return listResponse(await userResources(gateway, call, found.rows), { ...query, total: found.total });
});
