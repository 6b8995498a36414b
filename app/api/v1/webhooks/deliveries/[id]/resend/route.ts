import { handle } from "#server/http/handle.ts";
import { resendWebhookDelivery } from "#server/operations/webhooks/resend-webhook-delivery.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(resendWebhookDelivery);
