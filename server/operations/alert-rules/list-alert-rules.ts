import { listAlertRules as endpoint } from "#lib/contract/alert-rules.ts";
import { requireWorkspace } from "#server/auth/access.ts";
import { listAlertRules as listRows } from "#server/data/alert-rules.ts";
import { operation } from "#server/http/operation.ts";
import { alertRuleRecords } from "./alert-rule-records.ts";

export const listAlertRules = operation(endpoint)(async (gateway, { principal, query }) => {
  const { queries } = gateway.database;
  const workspaceId = await requireWorkspace(gateway, principal, query.workspace_id);
  const { rows, total } = await listRows(queries, workspaceId, query.offset, query.limit);
  return { data: await alertRuleRecords(queries, rows), total_count: total };
});
