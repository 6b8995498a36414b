import { handle } from "#server/http/handle.ts";
import { listScimSchemas } from "#server/operations/scim/discovery/list-scim-schemas.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(listScimSchemas);
