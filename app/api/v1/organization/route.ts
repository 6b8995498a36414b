import { handle } from "#server/http/handle.ts";
import { updateOrganization } from "#server/operations/organization/update-organization.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(updateOrganization);
