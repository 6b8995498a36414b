import { z } from "zod";
import { ALERT_KINDS, type AlertKindName } from "#lib/alerts/alert-kinds.ts";
import { ALERT_PARAMS } from "./alert-params.ts";
import { Deleted, dataOf, IdParams, listOf, Page, Timestamp, WorkspaceRef } from "./common.ts";
import { endpoint } from "./endpoint.ts";

export const AlertKind = z.enum(Object.keys(ALERT_KINDS) as [AlertKindName, ...AlertKindName[]]);

const shared = {
  name: z.string().trim().min(1).max(200),
  enabled: z.boolean(),
  channel_ids: z.array(z.uuid()).max(20).describe("Channels that are notified"),
};

export const AlertRule = z
  .object({
    id: z.string(),
    workspace_id: z.string(),
    kind: AlertKind,
    params: z.record(z.string(), z.unknown()).describe("Parameters of this `kind`"),
    ...shared,
    open_alerts: z.int().describe("Number of its open alerts"),
    evaluated_at: Timestamp.nullable().describe("When it was last evaluated"),
    evaluation_error: z.string().nullable().describe("Why the last evaluation failed"),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: "AlertRule" });

/** The kinds with their parameters, each with these fields as well. */
export function byKind<Fields extends z.ZodRawShape>(fields: Fields) {
  const one = <Kind extends AlertKindName>(kind: Kind) =>
    z.strictObject({ kind: z.literal(kind), params: ALERT_PARAMS[kind], ...fields });
  return z.discriminatedUnion("kind", [
    one("spend_threshold"),
    one("session_spend"),
    one("limit_usage"),
    one("budget_forecast"),
    one("spend_anomaly"),
    one("error_anomaly"),
    one("provider_degraded"),
    one("guardrail_spike"),
    one("key_expiring"),
    one("key_leaked"),
    one("credential_rejected"),
    one("canary_rolled_back"),
    one("model_retiring"),
  ]);
}

const path = "/alert-rules";
const resource = "alert-rules";
const roles = "administrators";
const access = "management";

export const listAlertRules = endpoint({
  id: "listAlertRules",
  resource,
  method: "GET",
  path,
  roles,
  access,
  summary: "List alert rules",
  query: Page.extend({ workspace_id: WorkspaceRef }),
  response: listOf(AlertRule),
  errors: [400, 401, 403, 404, 405, 429, 500],
});

export const createAlertRule = endpoint({
  id: "createAlertRule",
  resource,
  method: "POST",
  path,
  roles,
  access,
  summary: "Create an alert rule",
  description:
    "The rule is evaluated every minute. It opens an alert when its condition is met and resolves it when the " +
    "condition ends. Both notify the rule's channels once. A workspace can have up to 100 rules.",
  body: byKind({
    ...shared,
    enabled: shared.enabled.default(true),
    channel_ids: shared.channel_ids.default([]),
    workspace_id: WorkspaceRef,
  }),
  status: 201,
  response: dataOf(AlertRule),
  errors: [400, 401, 403, 404, 405, 409, 413, 429, 500],
});

export const previewAlertRule = endpoint({
  id: "previewAlertRule",
  resource,
  method: "POST",
  path: `${path}/preview`,
  roles,
  access,
  isQuery: true,
  summary: "Preview an alert rule",
  description: "Returns when a rule with these parameters would have opened alerts in the last 30 days, hour by hour.",
  body: byKind({ workspace_id: WorkspaceRef }),
  response: dataOf(
    z.object({
      from: Timestamp,
      to: Timestamp,
      past: z
        .enum(["known", "partly_known", "unknown"])
        .describe("How much of the past can be evaluated for this kind. `note` says what is missing."),
      note: z.string().nullable(),
      total: z.int().describe("Number of alerts"),
      alerts: z
        .array(
          z.object({
            opened_at: Timestamp,
            resolved_at: Timestamp.nullable().describe("Null if the alert would still be open"),
            subject_name: z.string(),
            message: z.string(),
          }),
        )
        .describe("The newest 100 alerts, newest first"),
    }),
  ),
  errors: [400, 401, 403, 404, 405, 413, 429, 500],
});

export const getAlertRule = endpoint({
  id: "getAlertRule",
  resource,
  method: "GET",
  path: `${path}/{id}`,
  roles,
  access,
  summary: "Get an alert rule",
  params: IdParams,
  response: dataOf(AlertRule),
  errors: [400, 401, 403, 404, 405, 429, 500],
});

export const updateAlertRule = endpoint({
  id: "updateAlertRule",
  resource,
  method: "PATCH",
  path: `${path}/{id}`,
  roles,
  access,
  summary: "Update an alert rule",
  description:
    "Omitted fields stay unchanged, including those inside `params`. Disabling a rule closes its open alerts without " +
    "a message.",
  params: IdParams,
  body: z
    .strictObject({ ...shared, params: z.record(z.string(), z.unknown()) })
    .partial()
    .prefault({}),
  response: dataOf(AlertRule),
  errors: [400, 401, 403, 404, 405, 409, 413, 429, 500],
});

export const deleteAlertRule = endpoint({
  id: "deleteAlertRule",
  resource,
  method: "DELETE",
  path: `${path}/{id}`,
  roles,
  access,
  summary: "Delete an alert rule",
  description: "Closes its open alerts without a message. Its alerts stay in the history.",
  params: IdParams,
  response: Deleted,
  errors: [400, 401, 403, 404, 405, 409, 429, 500],
});

export const alertRuleEndpoints = [
  listAlertRules,
  createAlertRule,
  previewAlertRule,
  getAlertRule,
  updateAlertRule,
  deleteAlertRule,
] as const;
