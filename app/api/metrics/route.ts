import { handle } from "#server/http/handle.ts";
import { getMetrics } from "#server/operations/system/get-metrics.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(getMetrics);
