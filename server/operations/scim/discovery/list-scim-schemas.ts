import { listScimSchemas as endpoint } from "#lib/contract/scim-protocol.ts";
import { operation } from "#server/http/operation.ts";
import { listResponse, scimRoot } from "../scim-response.ts";
import { schemaResources } from "./discovery-records.ts";

export const listScimSchemas = operation(endpoint)(async (gateway, call) => {
  const all = schemaResources(scimRoot(gateway, call));
  return listResponse(all, { startIndex: 1, total: all.length });
});
