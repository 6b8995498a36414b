import { handle } from "#server/http/handle.ts";
import { applyConfig } from "#server/operations/config/apply-config.ts";
import { getConfig } from "#server/operations/config/get-config.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(getConfig, applyConfig);
