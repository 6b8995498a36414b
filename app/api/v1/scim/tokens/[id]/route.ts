import { handle } from "#server/http/handle.ts";
import { deleteScimToken } from "#server/operations/provisioning/delete-scim-token.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(deleteScimToken);
