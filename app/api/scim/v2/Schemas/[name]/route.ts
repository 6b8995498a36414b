import { handle } from "#server/http/handle.ts";
import { getScimSchema } from "#server/operations/scim/discovery/get-scim-schema.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(getScimSchema);
