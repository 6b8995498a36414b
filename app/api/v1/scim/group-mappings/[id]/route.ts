import { handle } from "#server/http/handle.ts";
import { deleteGroupMapping } from "#server/operations/provisioning/delete-group-mapping.ts";
import { getGroupMapping } from "#server/operations/provisioning/get-group-mapping.ts";
import { updateGroupMapping } from "#server/operations/provisioning/update-group-mapping.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(deleteGroupMapping, getGroupMapping, updateGroupMapping);
