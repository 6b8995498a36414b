import { handle } from "#server/http/handle.ts";
import { listAlerts } from "#server/operations/alerts/list-alerts.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(listAlerts);
