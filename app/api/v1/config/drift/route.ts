import { handle } from "#server/http/handle.ts";
import { getConfigDrift } from "#server/operations/config/get-config-drift.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(getConfigDrift);
