import { handle } from "#server/http/handle.ts";
import { getScimResourceType } from "#server/operations/scim/discovery/get-scim-resource-type.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(getScimResourceType);
