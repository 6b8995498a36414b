import { handle } from "#server/http/handle.ts";
import { createScimToken } from "#server/operations/provisioning/create-scim-token.ts";
import { listScimTokens } from "#server/operations/provisioning/list-scim-tokens.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(createScimToken, listScimTokens);
