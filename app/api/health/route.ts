import { handle } from "#server/http/handle.ts";
import { getHealth } from "#server/operations/system/get-health.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(getHealth);
