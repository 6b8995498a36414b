import { getScimGroup as endpoint } from "#lib/contract/scim-protocol.ts";
import { operation } from "#server/http/operation.ts";
import { resourceResponse } from "../scim-response.ts";
import { readGroup } from "./group-resource.ts";

export const getScimGroup = operation(endpoint)(async (gateway, call) =>
  resourceResponse(await readGroup(gateway, call, call.params.id), call.query),
);
