import { handle } from "#server/http/handle.ts";
import { getConfigSchema } from "#server/operations/config/get-config-schema.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(getConfigSchema);
