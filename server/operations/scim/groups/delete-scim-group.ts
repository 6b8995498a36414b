import { deleteScimGroup as endpoint } from "#lib/contract/scim-protocol.ts";
import { operation } from "#server/http/operation.ts";
import { NO_CONTENT } from "../scim-response.ts";
import { publishProvisioning } from "../users/save-user.ts";
import { removeGroup } from "./save-group.ts";

export const deleteScimGroup = operation(endpoint)(async (gateway, call) => {
  await gateway.database.queries.transaction((queries) => removeGroup(queries, call, call.params.id));
  await publishProvisioning(gateway);
  return NO_CONTENT;
});
