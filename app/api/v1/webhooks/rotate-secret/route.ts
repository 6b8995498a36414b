import { handle } from "#server/http/handle.ts";
import { rotateWebhookSecret } from "#server/operations/webhooks/rotate-webhook-secret.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(rotateWebhookSecret);
