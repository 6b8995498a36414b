import { handle } from "#server/http/handle.ts";
import { deleteScimGroup } from "#server/operations/scim/groups/delete-scim-group.ts";
import { getScimGroup } from "#server/operations/scim/groups/get-scim-group.ts";
import { patchScimGroup } from "#server/operations/scim/groups/patch-scim-group.ts";
import { replaceScimGroup } from "#server/operations/scim/groups/replace-scim-group.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(
  deleteScimGroup,
  getScimGroup,
  patchScimGroup,
  replaceScimGroup,
);
