import { createAlertRule as endpoint } from "#lib/contract/alert-rules.ts";
import { recordChange } from "#server/audit/record-change.ts";
import { requireWorkspace } from "#server/auth/access.ts";
import { insertAlertRule } from "#server/data/alert-rules.ts";
import { HttpError } from "#server/errors.ts";
import { operation } from "#server/http/operation.ts";
import { alertRuleRecord, alertRuleSettings, requireOwnChannels, ruleTarget } from "./alert-rule-records.ts";

const MAX_RULES = 100;

export const createAlertRule = operation(endpoint)(async (gateway, call) => {
  const { name, kind, params, enabled, channel_ids, workspace_id } = call.body;
  const workspaceId = await requireWorkspace(gateway, call.principal, workspace_id);
  const channelIds = [...new Set(channel_ids)];
  const evaluateAt = new Date(gateway.now());
  const values = { workspaceId, name, kind, params, channelIds, enabled, evaluateAt };
  const response = await gateway.database.queries.transaction(async (queries) => {
    await requireOwnChannels(queries, workspaceId, channelIds);
    const row = await insertAlertRule(queries, values, MAX_RULES);
    if (!row) throw new HttpError(409, `A workspace can have at most ${MAX_RULES} alert rules`);
    await recordChange(queries, call, {
      action: "alert_rule.create",
      target: ruleTarget(row),
      after: alertRuleSettings(row),
      workspaceId,
    });
    return { data: await alertRuleRecord(queries, row) };
  });
  gateway.alertsDue.wake();
  return response;
});
