import { handle } from "#server/http/handle.ts";
import { createScimUser } from "#server/operations/scim/users/create-scim-user.ts";
import { listScimUsers } from "#server/operations/scim/users/list-scim-users.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(createScimUser, listScimUsers);
