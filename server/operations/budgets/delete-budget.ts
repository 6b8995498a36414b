import { deleteBudget as endpoint } from "#lib/contract/budgets.ts";
import { recordChange } from "#server/audit/record-change.ts";
import { requireWorkspace } from "#server/auth/access.ts";
import { deleteBudget as deleteRow } from "#server/data/budgets.ts";
import { operation } from "#server/http/operation.ts";
import { publishBudgets, toAuditBudget } from "./budget-records.ts";

export const deleteBudget = operation(endpoint)(async (gateway, call) => {
  const { principal, params } = call;
  const workspaceId = await requireWorkspace(gateway, principal, params.ref);
  await gateway.database.queries.transaction(async (queries) => {
    const before = await toAuditBudget(queries, workspaceId, params.interval);
    if (!before) return;
    await deleteRow(queries, workspaceId, params.interval);
    const target = { type: "budget", id: before.id, name: params.interval };
    await recordChange(queries, call, { action: "budget.delete", target, before, workspaceId });
  });
  await publishBudgets(gateway, workspaceId);
  return { deleted: true as const };
});
