import { handle } from "#server/http/handle.ts";
import { compactResponse } from "#server/operations/responses/compact-response.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(compactResponse);
