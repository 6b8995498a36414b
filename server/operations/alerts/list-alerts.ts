import { listAlerts as endpoint } from "#lib/contract/alerts.ts";
import { requireWorkspace } from "#server/auth/access.ts";
import { listAlerts as listRows } from "#server/data/alerts.ts";
import { operation } from "#server/http/operation.ts";
import { alertRecord } from "./alert-records.ts";

export const listAlerts = operation(endpoint)(async (gateway, { principal, query }) => {
  const workspaceId = await requireWorkspace(gateway, principal, query.workspace_id);
  const { state, rule_id: ruleId, offset, limit } = query;
  const { rows, total } = await listRows(gateway.database.queries, { workspaceId, state, ruleId, offset, limit });
  return { data: rows.map(alertRecord), total_count: total };
});
