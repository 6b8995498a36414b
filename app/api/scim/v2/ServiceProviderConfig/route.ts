import { handle } from "#server/http/handle.ts";
import { getScimServiceProviderConfig } from "#server/operations/scim/discovery/get-scim-service-provider-config.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(getScimServiceProviderConfig);
