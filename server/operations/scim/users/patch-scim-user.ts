import { patchScimUser as endpoint } from "#lib/contract/scim-protocol.ts";
import { operation } from "#server/http/operation.ts";
import { patchUser } from "./patch-user.ts";
import { updateUser } from "./update-user.ts";

export const patchScimUser = operation(endpoint)((gateway, call) =>
  updateUser(gateway, call, (before) => patchUser(before, call.body.Operations)),
);
