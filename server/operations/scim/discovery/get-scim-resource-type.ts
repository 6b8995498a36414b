import { getScimResourceType as endpoint } from "#lib/contract/scim-protocol.ts";
import { HttpError } from "#server/errors.ts";
import { operation } from "#server/http/operation.ts";
import { resourceResponse, scimRoot } from "../scim-response.ts";
import { resourceTypes } from "./discovery-records.ts";

export const getScimResourceType = operation(endpoint)(async (gateway, call) => {
  const found = resourceTypes(scimRoot(gateway, call)).find(({ id }) => id === call.params.name);
  if (!found) throw new HttpError(404, "Resource not found");
  return resourceResponse(found, {});
});
