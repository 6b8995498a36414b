import { handle } from "#server/http/handle.ts";
import { listWebhookDeliveries } from "#server/operations/webhooks/list-webhook-deliveries.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(listWebhookDeliveries);
