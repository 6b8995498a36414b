import { handle } from "#server/http/handle.ts";
import { testWebhook } from "#server/operations/webhooks/test-webhook.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(testWebhook);
