import { getScimSchema as endpoint } from "#lib/contract/scim-protocol.ts";
import { HttpError } from "#server/errors.ts";
import { operation } from "#server/http/operation.ts";
import { resourceResponse, scimRoot } from "../scim-response.ts";
import { schemaResources } from "./discovery-records.ts";

export const getScimSchema = operation(endpoint)(async (gateway, call) => {
  const found = schemaResources(scimRoot(gateway, call)).find(({ id }) => id === call.params.name);
  if (!found) throw new HttpError(404, "Resource not found");
  return resourceResponse(found, {});
});
