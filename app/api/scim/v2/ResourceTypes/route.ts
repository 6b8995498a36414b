import { handle } from "#server/http/handle.ts";
import { listScimResourceTypes } from "#server/operations/scim/discovery/list-scim-resource-types.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(listScimResourceTypes);
