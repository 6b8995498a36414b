import { handle } from "#server/http/handle.ts";
import { planConfig } from "#server/operations/config/plan-config.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(planConfig);
