import { handle } from "#server/http/handle.ts";
import { queryAnalytics } from "#server/operations/analytics/query-analytics.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(queryAnalytics);
