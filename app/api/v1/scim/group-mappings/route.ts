import { handle } from "#server/http/handle.ts";
import { createGroupMapping } from "#server/operations/provisioning/create-group-mapping.ts";
import { listGroupMappings } from "#server/operations/provisioning/list-group-mappings.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(createGroupMapping, listGroupMappings);
