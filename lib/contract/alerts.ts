import { z } from "zod";
import { alertChannelEndpoints } from "./alert-channels.ts";
import { AlertKind, alertRuleEndpoints } from "./alert-rules.ts";
import { dataOf, IdParams, Instant, listOf, Page, Timestamp, WorkspaceRef } from "./common.ts";
import { deliveryAttempt } from "./delivery-attempt.ts";
import { endpoint } from "./endpoint.ts";

export const Alert = z
  .object({
    id: z.string(),
    workspace_id: z.string(),
    rule_id: z.string().nullable().describe("Null if the rule was deleted"),
    rule_name: z.string(),
    kind: AlertKind,
    subject: z.string().describe("What the alert is about. A rule has at most one open alert for each subject."),
    subject_name: z.string(),
    message: z.string(),
    numbers: z.record(z.string(), z.union([z.number(), z.string(), z.null()])).describe("The numbers in the message"),
    state: z.enum(["open", "resolved"]),
    opened_at: Timestamp,
    last_seen_at: Timestamp.describe("When the condition was last met"),
    resolved_at: Timestamp.nullable(),
    acknowledged_at: Timestamp.nullable(),
    acknowledged_by: z.string().nullable().describe("Name of the person, or label of the key"),
    snoozed_until: Timestamp.nullable().describe("No messages are sent until then"),
  })
  .meta({ id: "Alert" });

export const AlertDelivery = z
  .object({
    id: z.string(),
    workspace_id: z.string(),
    alert_id: z.string().nullable().describe("Null for a message to one person, because rules do not send those"),
    channel_id: z.string().nullable().describe("Null if the channel was deleted"),
    channel_name: z.string(),
    event: z.enum(["opened", "reminded", "resolved"]),
    rule_name: z.string(),
    status: z.enum(["pending", "delivered", "failed"]),
    attempts: z.array(deliveryAttempt("HTTP status from the receiver")).describe("The latest 50 attempts"),
    next_attempt_at: Timestamp.nullable(),
    created_at: Timestamp,
  })
  .meta({ id: "AlertDelivery" });

const resource = "alerts";
const roles = "administrators";
const access = "management";
const errors = [400, 401, 403, 404, 405, 429, 500] as const;

export const listAlerts = endpoint({
  id: "listAlerts",
  resource,
  method: "GET",
  path: "/alerts",
  roles,
  access,
  summary: "List alerts",
  description: "Returns open and resolved alerts, newest first. Resolved alerts are kept for 180 days.",
  query: Page.extend({
    workspace_id: WorkspaceRef,
    state: z.enum(["open", "resolved"]).optional(),
    rule_id: z.uuid().optional(),
  }),
  response: listOf(Alert),
  errors,
});

export const getAlert = endpoint({
  id: "getAlert",
  resource,
  method: "GET",
  path: "/alerts/{id}",
  roles,
  access,
  summary: "Get an alert",
  params: IdParams,
  response: dataOf(Alert),
  errors,
});

export const acknowledgeAlert = endpoint({
  id: "acknowledgeAlert",
  resource,
  method: "POST",
  path: "/alerts/{id}/acknowledge",
  roles,
  access,
  summary: "Acknowledge an alert",
  description: "Records that someone is taking care of it. Returns 409 if the alert is resolved.",
  params: IdParams,
  response: dataOf(Alert),
  errors: [...errors, 409],
});

export const snoozeAlert = endpoint({
  id: "snoozeAlert",
  resource,
  method: "POST",
  path: "/alerts/{id}/snooze",
  roles,
  access,
  summary: "Snooze an alert",
  description:
    "Sends no messages until then, even if the alert ends and opens again. If it is still open by then, its channels " +
    "are notified again unless someone has acknowledged it. Null ends the snooze. Returns 409 if the alert is resolved.",
  params: IdParams,
  body: z.strictObject({ until: Instant.nullable().describe("At most 30 days from now") }),
  response: dataOf(Alert),
  errors: [...errors, 409, 413],
});

export const listAlertDeliveries = endpoint({
  id: "listAlertDeliveries",
  resource,
  method: "GET",
  path: "/alert-deliveries",
  roles,
  access,
  summary: "List alert deliveries",
  description: "Returns the messages about alerts and their attempts, newest first.",
  query: Page.extend({
    workspace_id: WorkspaceRef,
    alert_id: z.uuid().optional(),
    channel_id: z.uuid().optional(),
    status: z.enum(["pending", "delivered", "failed"]).optional(),
  }),
  response: listOf(AlertDelivery),
  errors,
});

/** Every endpoint of alerts, their rules and their channels. */
export const alertEndpoints = [
  listAlerts,
  getAlert,
  acknowledgeAlert,
  snoozeAlert,
  listAlertDeliveries,
  ...alertRuleEndpoints,
  ...alertChannelEndpoints,
] as const;
