import { handle } from "#server/http/handle.ts";
import { getAnalyticsMeta } from "#server/operations/analytics/get-analytics-meta.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(getAnalyticsMeta);
