import { deleteAlertRule as endpoint } from "#lib/contract/alert-rules.ts";
import { recordChange } from "#server/audit/record-change.ts";
import { deleteAlertRule as deleteRow } from "#server/data/alert-rules.ts";
import { closeAlerts } from "#server/data/alerts.ts";
import { operation } from "#server/http/operation.ts";
import { alertRuleSettings, requireAlertRule, ruleTarget, unknownRule } from "./alert-rule-records.ts";

export const deleteAlertRule = operation(endpoint)(async (gateway, call) => {
  const row = await requireAlertRule(gateway, call.principal, call.params.id);
  const { id, workspaceId } = row;
  await gateway.database.queries.transaction(async (queries) => {
    await closeAlerts(queries, workspaceId, id, new Date(gateway.now()));
    if (!(await deleteRow(queries, workspaceId, id))) throw unknownRule();
    const before = alertRuleSettings(row);
    await recordChange(queries, call, { action: "alert_rule.delete", target: ruleTarget(row), before, workspaceId });
  });
  return { deleted: true as const };
});
