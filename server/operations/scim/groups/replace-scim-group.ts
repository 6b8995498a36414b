import { replaceScimGroup as endpoint } from "#lib/contract/scim-protocol.ts";
import { operation } from "#server/http/operation.ts";
import { resourceResponse } from "../scim-response.ts";
import { publishProvisioning } from "../users/save-user.ts";
import { readGroup } from "./group-resource.ts";
import type { GroupChange } from "./patch-group.ts";
import { changeGroup } from "./save-group.ts";

export const replaceScimGroup = operation(endpoint)(async (gateway, call) => {
  const { params, body } = call;
  const changes: GroupChange[] = [
    { kind: "name", displayName: body.displayName },
    { kind: "externalId", externalId: body.externalId },
    { kind: "set", userIds: body.members },
  ];
  await gateway.database.queries.transaction((queries) => changeGroup(queries, call, params.id, changes));
  await publishProvisioning(gateway);
  return resourceResponse(await readGroup(gateway, call, params.id), call.query);
});
