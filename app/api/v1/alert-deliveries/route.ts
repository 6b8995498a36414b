import { handle } from "#server/http/handle.ts";
import { listAlertDeliveries } from "#server/operations/alerts/list-alert-deliveries.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(listAlertDeliveries);
