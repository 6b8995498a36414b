import { replaceScimUser as endpoint } from "#lib/contract/scim-protocol.ts";
import { operation } from "#server/http/operation.ts";
import { updateUser } from "./update-user.ts";

export const replaceScimUser = operation(endpoint)((gateway, call) => updateUser(gateway, call, () => call.body));
