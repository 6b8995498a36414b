import { createScimUser as endpoint } from "#lib/contract/scim-protocol.ts";
import { operation } from "#server/http/operation.ts";
import { resourceResponse } from "../scim-response.ts";
import { readUser } from "./require-user.ts";
import { createUser, publishProvisioning } from "./save-user.ts";

export const createScimUser = operation(endpoint)(async (gateway, call) => {
  const now = new Date(gateway.now());
  const id = await gateway.database.queries.transaction((queries) => createUser({ queries, call, now }, call.body));
  await publishProvisioning(gateway);
  return resourceResponse(await readUser(gateway, call, id), call.query, 201);
});
