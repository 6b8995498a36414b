import { listScimResourceTypes as endpoint } from "#lib/contract/scim-protocol.ts";
import { operation } from "#server/http/operation.ts";
import { listResponse, scimRoot } from "../scim-response.ts";
import { resourceTypes } from "./discovery-records.ts";

export const listScimResourceTypes = operation(endpoint)(async (gateway, call) => {
  const all = resourceTypes(scimRoot(gateway, call));
  return listResponse(all, { startIndex: 1, total: all.length });
});
