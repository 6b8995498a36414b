import { z } from "zod";
import { Deleted, dataOf, IdParams, listOf, Page, Timestamp, WorkspaceRef } from "./common.ts";
import { deliveryAttempt } from "./delivery-attempt.ts";
import { endpoint } from "./endpoint.ts";

const address = z
  .url({ protocol: /^https?$/, error: "must be an http(s) URL" })
  .max(2048)
  .refine((url) => !URL.parse(url)?.username && !URL.parse(url)?.password, "must not contain a user name or password")
  .describe("URL of a public host, or of a private one that the operator allows. Masked in responses.");

const MAX_RECIPIENTS = 20;

/** The configuration of each type of channel. */
export const CHANNEL_CONFIGS = {
  webhook: z.strictObject({ url: address }),
  slack: z.strictObject({ url: address.describe("URL of a Slack incoming webhook. Masked in responses.") }),
  teams: z.strictObject({
    url: address.describe("URL of a Teams workflow that starts when a webhook request is received. Masked."),
  }),
  email: z.strictObject({
    to: z.array(z.email().max(254)).min(1).max(MAX_RECIPIENTS).describe("Recipients"),
  }),
} as const;

export type ChannelType = keyof typeof CHANNEL_CONFIGS;
export type ChannelConfig = { url: string } | { to: string[] };

const name = z.string().trim().min(1).max(200);

export const AlertChannel = z
  .object({
    id: z.string(),
    workspace_id: z.string(),
    name,
    type: z.enum(["webhook", "slack", "teams", "email"]),
    config: z.record(z.string(), z.unknown()).describe("Configuration for this `type`, with URLs masked"),
    last_delivered_at: Timestamp.nullable(),
    last_error: z.string().nullable().describe("Why the newest attempt failed; null if it succeeded"),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: "AlertChannel" });

const path = "/alert-channels";
const resource = "alert-channels";
const roles = "administrators";
const access = "management";

export const listAlertChannels = endpoint({
  id: "listAlertChannels",
  resource,
  method: "GET",
  path,
  roles,
  access,
  summary: "List alert channels",
  query: Page.extend({ workspace_id: WorkspaceRef }),
  response: listOf(AlertChannel).extend({
    is_email_available: z.boolean().describe("Whether the operator has set up email"),
  }),
  errors: [400, 401, 403, 404, 405, 429, 500],
});

const creating = { name, workspace_id: WorkspaceRef };

export const createAlertChannel = endpoint({
  id: "createAlertChannel",
  resource,
  method: "POST",
  path,
  roles,
  access,
  summary: "Create an alert channel",
  description:
    "Where alert rules send their messages. Webhooks are signed like the workspace's other webhooks. Type `email` needs the " +
    "operator's settings `SMTP_URL` and `SMTP_FROM`. A workspace can have up to 50 channels.",
  body: z.discriminatedUnion("type", [
    z.strictObject({ type: z.literal("webhook"), config: CHANNEL_CONFIGS.webhook, ...creating }),
    z.strictObject({ type: z.literal("slack"), config: CHANNEL_CONFIGS.slack, ...creating }),
    z.strictObject({ type: z.literal("teams"), config: CHANNEL_CONFIGS.teams, ...creating }),
    z.strictObject({ type: z.literal("email"), config: CHANNEL_CONFIGS.email, ...creating }),
  ]),
  status: 201,
  response: dataOf(AlertChannel),
  errors: [400, 401, 403, 404, 405, 409, 413, 429, 500],
});

export const getAlertChannel = endpoint({
  id: "getAlertChannel",
  resource,
  method: "GET",
  path: `${path}/{id}`,
  roles,
  access,
  summary: "Get an alert channel",
  params: IdParams,
  response: dataOf(AlertChannel),
  errors: [400, 401, 403, 404, 405, 429, 500],
});

export const updateAlertChannel = endpoint({
  id: "updateAlertChannel",
  resource,
  method: "PATCH",
  path: `${path}/{id}`,
  roles,
  access,
  summary: "Update an alert channel",
  description: "Omitted fields stay unchanged. A masked URL that you send back keeps its value.",
  params: IdParams,
  body: z
    .strictObject({ name, config: z.record(z.string(), z.unknown()) })
    .partial()
    .prefault({}),
  response: dataOf(AlertChannel),
  errors: [400, 401, 403, 404, 405, 409, 413, 429, 500],
});

export const deleteAlertChannel = endpoint({
  id: "deleteAlertChannel",
  resource,
  method: "DELETE",
  path: `${path}/{id}`,
  roles,
  access,
  summary: "Delete an alert channel",
  description: "Rules no longer notify it. Messages that are still waiting fail.",
  params: IdParams,
  response: Deleted,
  errors: [400, 401, 403, 404, 405, 409, 429, 500],
});

export const testAlertChannel = endpoint({
  id: "testAlertChannel",
  resource,
  method: "POST",
  path: `${path}/{id}/test`,
  roles,
  access,
  isQuery: true,
  summary: "Send a test message to an alert channel",
  description: "Sends one message now and returns the result. It is not part of the history.",
  params: IdParams,
  response: dataOf(deliveryAttempt("HTTP status from the receiver. Null if it was not reached, and for email.")),
  errors: [400, 401, 403, 404, 405, 429, 500],
});

export const alertChannelEndpoints = [
  listAlertChannels,
  createAlertChannel,
  getAlertChannel,
  updateAlertChannel,
  deleteAlertChannel,
  testAlertChannel,
] as const;
