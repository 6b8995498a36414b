import { handle } from "#server/http/handle.ts";
import { rotateScimToken } from "#server/operations/provisioning/rotate-scim-token.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(rotateScimToken);
