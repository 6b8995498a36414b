import { handle } from "#server/http/handle.ts";
import { getOpenApi } from "#server/operations/system/get-open-api.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(getOpenApi);
