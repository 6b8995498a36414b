import { getScimUser as endpoint } from "#lib/contract/scim-protocol.ts";
import { operation } from "#server/http/operation.ts";
import { resourceResponse } from "../scim-response.ts";
import { readUser } from "./require-user.ts";

export const getScimUser = operation(endpoint)(async (gateway, call) =>
  resourceResponse(await readUser(gateway, call, call.params.id), call.query),
);
