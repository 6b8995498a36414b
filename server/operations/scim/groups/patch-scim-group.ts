import { patchScimGroup as endpoint } from "#lib/contract/scim-protocol.ts";
import { operation } from "#server/http/operation.ts";
import { NO_CONTENT } from "../scim-response.ts";
import { publishProvisioning } from "../users/save-user.ts";
import { groupChanges } from "./patch-group.ts";
import { changeGroup } from "./save-group.ts";

/** Returns no resource, since a group may have many members. */
export const patchScimGroup = operation(endpoint)(async (gateway, call) => {
  const changes = groupChanges(call.body.Operations);
  await gateway.database.queries.transaction((queries) => changeGroup(queries, call, call.params.id, changes));
  await publishProvisioning(gateway);
  return NO_CONTENT;
});
