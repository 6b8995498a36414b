import { z } from "zod";
import { dataOf, Timestamp } from "./common.ts";
import { endpoint } from "./endpoint.ts";

export const DELIVERY_STATES = ["pending", "delivered", "failed"] as const;

/** An address that is told of videos. */
export const CallbackUrl = z
  .url({ protocol: /^https$/, error: "an https address" })
  .max(2048)
  .refine((url) => !/^https:\/\/[^/?#]*@/.test(url), { error: "an address without a user name or password" });

const scope = { workspace_id: z.string().optional().describe("UUID or slug; the caller's workspace if absent") };
const errors = [400, 401, 403, 404, 405, 413, 429, 500] as const;

const Webhook = z
  .object({
    url: z.string().nullable().describe("Told of every video of the workspace that names no callback_url of its own"),
    signing_secret: z
      .string()
      .describe("Signs what is sent; it changes with the installation's own secret, and when it is exchanged here"),
  })
  .meta({ id: "Webhook" });

const Attempt = z.object({
  at: Timestamp,
  status: z.int().nullable().describe("The receiver's HTTP status; null: it was not reached"),
  error: z.string().nullable(),
  duration_ms: z.int(),
});

export const WebhookDelivery = z
  .object({
    id: z.string(),
    job_id: z.string(),
    event: z.string().describe("e.g. `video.generation.completed`"),
    url: z.string(),
    status: z.enum(DELIVERY_STATES),
    attempts: z.array(Attempt).describe("The latest 50"),
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
  summary: "Where a workspace is told of videos, and what signs it",
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
  summary: "Say where a workspace is told of videos; null: nowhere",
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
  summary: "Exchange the signing secret; what is sent from now on is signed with the new one",
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
  summary: "Send a signed test message to the workspace's address, once, and say how that went",
  description: "Its type is `webhook.test`. A workspace without an address answers 409.",
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
  summary: "Who was told of a video, and how that went; newest first",
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
  summary: "Deliver a message again, as a delivery of its own with the same idempotency key",
  params: z.object({ id: z.uuid() }),
  query: z.object(scope),
  response: dataOf(WebhookDelivery),
  errors,
});
