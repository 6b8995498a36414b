import type { AlertKindName } from "#lib/alerts/alert-kinds.ts";
import { ALERT_PARAMS } from "#lib/contract/alert-params.ts";
import { updateAlertRule as endpoint } from "#lib/contract/alert-rules.ts";
import { recordChange } from "#server/audit/record-change.ts";
import { updateAlertRule as updateRow } from "#server/data/alert-rules.ts";
import { closeAlerts } from "#server/data/alerts.ts";
import { parseInput } from "#server/http/bodies/body.ts";
import { operation } from "#server/http/operation.ts";
import {
  alertRuleRecord,
  alertRuleSettings,
  requireAlertRule,
  requireOwnChannels,
  ruleTarget,
  unknownRule,
} from "./alert-rule-records.ts";

export const updateAlertRule = operation(endpoint)(async (gateway, call) => {
  const { name, enabled, params, channel_ids } = call.body;
  const before = await requireAlertRule(gateway, call.principal, call.params.id);
  const { workspaceId, id } = before;
  const now = new Date(gateway.now());
  const schema = ALERT_PARAMS[before.kind as AlertKindName];
  const changes = {
    ...(name !== undefined && { name }),
    ...(enabled !== undefined && { enabled }),
    ...(params && { params: parseInput(schema, { ...(before.params as object), ...params }, "params") }),
    ...(channel_ids && { channelIds: [...new Set(channel_ids)] }),
  };
  if (Object.keys(changes).length === 0) return { data: await alertRuleRecord(gateway.database.queries, before) };
  const response = await gateway.database.queries.transaction(async (queries) => {
    await requireOwnChannels(queries, workspaceId, changes.channelIds ?? []);
    const row = await updateRow(queries, before, { ...changes, evaluateAt: now });
    if (!row) throw unknownRule();
    if (!row.enabled) await closeAlerts(queries, workspaceId, id, now);
    await recordChange(queries, call, {
      action: "alert_rule.update",
      target: ruleTarget(row),
      before: alertRuleSettings(before),
      after: alertRuleSettings(row),
      workspaceId,
    });
    return { data: await alertRuleRecord(queries, row) };
  });
  gateway.alertsDue.wake();
  return response;
});
