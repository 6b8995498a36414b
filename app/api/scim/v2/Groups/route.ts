import { handle } from "#server/http/handle.ts";
import { createScimGroup } from "#server/operations/scim/groups/create-scim-group.ts";
import { listScimGroups } from "#server/operations/scim/groups/list-scim-groups.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(createScimGroup, listScimGroups);
