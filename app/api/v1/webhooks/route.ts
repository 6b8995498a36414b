import { handle } from "#server/http/handle.ts";
import { getWebhook } from "#server/operations/webhooks/get-webhook.ts";
import { putWebhook } from "#server/operations/webhooks/put-webhook.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(getWebhook, putWebhook);
