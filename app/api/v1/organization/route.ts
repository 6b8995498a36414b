import { handle } from "#server/http/handle.ts";
import { getOrganization } from "#server/operations/organization/get-organization.ts";
import { updateOrganization } from "#server/operations/organization/update-organization.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(getOrganization, updateOrganization);
