import { createScimGroup as endpoint } from "#lib/contract/scim-protocol.ts";
import { operation } from "#server/http/operation.ts";
import { resourceResponse } from "../scim-response.ts";
import { publishProvisioning } from "../users/save-user.ts";
import { readGroup } from "./group-resource.ts";
import { createGroup } from "./save-group.ts";

export const createScimGroup = operation(endpoint)(async (gateway, call) => {
  const id = await gateway.database.queries.transaction((queries) => createGroup(queries, call, call.body));
  await publishProvisioning(gateway);
  return resourceResponse(await readGroup(gateway, call, id), call.query, 201);
});
