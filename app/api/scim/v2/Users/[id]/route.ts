import { handle } from "#server/http/handle.ts";
import { deleteScimUser } from "#server/operations/scim/users/delete-scim-user.ts";
import { getScimUser } from "#server/operations/scim/users/get-scim-user.ts";
import { patchScimUser } from "#server/operations/scim/users/patch-scim-user.ts";
import { replaceScimUser } from "#server/operations/scim/users/replace-scim-user.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(deleteScimUser, getScimUser, patchScimUser, replaceScimUser);
