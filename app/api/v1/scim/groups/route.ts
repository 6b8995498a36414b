import { handle } from "#server/http/handle.ts";
import { listProvisionedGroups } from "#server/operations/provisioning/list-provisioned-groups.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(listProvisionedGroups);
