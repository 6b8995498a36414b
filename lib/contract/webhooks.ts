import { z } from "zod";
import { dataOf, IdParams, Timestamp, WorkspaceRef } from "./common.ts";
import { deliveryAttempt } from "./delivery-attempt.ts";
import { endpoint } from "./endpoint.ts";

export const DELIVERY_STATES = ["pending", "delivered", "failed"] as const;

/** An address that receives messages about videos. */
export const CallbackUrl = z
  .url({ protocol: /^https$/, error: "must be an https URL" })
  .max(2048)
  .refine((url) => !/^https:\/\/[^/?#]*@/.test(url), { error: "must not contain a user name or password" });

const scope = {
  workspace_id: WorkspaceRef,
};
const errors = [400, 401, 403, 404, 405, 413, 429, 500] as const;

const Webhook = z
  .object({
    url: z
      .string()
      .nullable()
      .describe(
        "URL to notify of each video in the workspace whose request sets no `callback_url`. Null if none is set.",
      ),
    signing_secret: z
      .string()
      .describe("Secret that signs deliveries. Changes when you rotate it, or when the installation's secret changes."),
  })
  .meta({ id: "Webhook" });

const Attempt = deliveryAttempt("HTTP status from the receiver. Null if it was not reached.");

export const WebhookDelivery = z
  .object({
    id: z.string(),
    job_id: z.string(),
    event: z.string().describe("Event type, e.g. `video.generation.completed`"),
    url: z.string(),
    status: z.enum(DELIVERY_STATES),
    attempts: z.array(Attempt).describe("The latest 50 delivery attempts"),
    next_attempt_at: Timestamp.nullable(),
    created_at: Timestamp,
  })
  .meta({ id: "WebhookDelivery" });

export const getWebhook = endpoint({
  id: "getWebhook",
  resource: "webhooks",
  method: "GET",
  path: "/webhooks",
  roles: "administrators",
  access: "management",
  summary: "Get the default webhook",
  description: "Returns the workspace's webhook URL and signing secret.",
  query: z.object(scope),
  response: dataOf(Webhook),
  errors,
});

export const putWebhook = endpoint({
  id: "putWebhook",
  resource: "webhooks",
  method: "PUT",
  path: "/webhooks",
  roles: "administrators",
  access: "management",
  summary: "Set the default webhook",
  description: "Sets the URL to notify when videos finish. Null turns notifications off.",
  query: z.object(scope),
  body: z.strictObject({ url: CallbackUrl.nullable() }),
  response: dataOf(Webhook),
  errors,
});

export const rotateWebhookSecret = endpoint({
  id: "rotateWebhookSecret",
  resource: "webhooks",
  method: "POST",
  path: "/webhooks/rotate-secret",
  roles: "administrators",
  access: "management",
  summary: "Rotate the webhook secret",
  description: "Later deliveries are signed with the new secret.",
  query: z.object(scope),
  response: dataOf(Webhook),
  errors,
});

export const testWebhook = endpoint({
  id: "testWebhook",
  resource: "webhooks",
  method: "POST",
  path: "/webhooks/test",
  roles: "administrators",
  access: "management",
  isQuery: true,
  summary: "Send a test webhook",
  description:
    "Sends one signed `webhook.test` message to the workspace's webhook URL and returns the result. " +
    "Returns 409 if no URL is set.",
  query: z.object(scope),
  response: dataOf(Attempt.extend({ url: z.string() })),
  errors: [...errors, 409],
});

export const listWebhookDeliveries = endpoint({
  id: "listWebhookDeliveries",
  resource: "webhooks",
  method: "GET",
  path: "/videos/{id}/deliveries",
  roles: "administrators",
  access: "management",
  summary: "List webhook deliveries of a video",
  description: "Returns the newest deliveries first.",
  params: z.object({ id: z.string().min(1).max(128) }),
  query: z.object(scope),
  response: z.object({ data: z.array(WebhookDelivery) }),
  errors,
});

export const resendWebhookDelivery = endpoint({
  id: "resendWebhookDelivery",
  resource: "webhooks",
  method: "POST",
  path: "/webhooks/deliveries/{id}/resend",
  roles: "administrators",
  access: "management",
  summary: "Resend a webhook delivery",
  description: "Creates a new delivery with the same idempotency key.",
  params: IdParams,
  query: z.object(scope),
  response: dataOf(WebhookDelivery),
  errors,
});

export const webhookEndpoints = [
  listWebhookDeliveries,
  getWebhook,
  putWebhook,
  rotateWebhookSecret,
  testWebhook,
  resendWebhookDelivery,
];
