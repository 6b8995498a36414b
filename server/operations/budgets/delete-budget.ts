import { deleteBudget as endpoint } from "#lib/contract/budgets.ts";
import { recordChange } from "#server/audit/record-change.ts";
import { workspaceInReach } from "#server/auth/reach.ts";
import { deleteBudget as deleteRow } from "#server/data/budgets.ts";
import { operation } from "#server/http/operation.ts";
import { gateway } from "#server/opened-gateway.ts";
import { auditedBudget, changedBudgets } from "./budget-records.ts";

export const deleteBudget = operation(endpoint)(async (call) => {
  const { principal, params } = call;
  const open = gateway();
  const workspaceId = await workspaceInReach(open, principal, params.ref);
  await open.database.queries.transaction(async (queries) => {
    const before = await auditedBudget(queries, workspaceId, params.interval);
    if (!before) return;
    await deleteRow(queries, workspaceId, params.interval);
    const target = { type: "budget", id: before.id, name: params.interval };
    await recordChange(queries, call, { action: "budget.delete", target, before, workspaceId });
  });
  await changedBudgets(open, workspaceId);
  return { deleted: true as const };
});
