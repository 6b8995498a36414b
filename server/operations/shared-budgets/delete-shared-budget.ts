import { deleteSharedBudget as endpoint } from "#lib/contract/shared-budgets.ts";
import { recordChange } from "#server/audit/record-change.ts";
import { requireWorkspace } from "#server/auth/access.ts";
import { currentKeys, deleteSharedBudget as deleteRow } from "#server/data/shared-budgets.ts";
import { operation } from "#server/http/operation.ts";
import { publishLimits } from "../budgets/publish-limits.ts";
import { requireSharedBudget } from "./require-shared-budget.ts";
import { auditFields } from "./shared-budget-records.ts";

export const deleteSharedBudget = operation(endpoint)(async (gateway, call) => {
  const { principal, params } = call;
  const workspaceId = await requireWorkspace(gateway, principal, params.ref);
  await gateway.database.queries.transaction(async (queries) => {
    const row = await requireSharedBudget(queries, workspaceId, params.id);
    const before = auditFields(row, await currentKeys(queries, workspaceId));
    await deleteRow(queries, workspaceId, row.id);
    const target = { type: "shared_budget", id: row.id, name: row.name };
    await recordChange(queries, call, { action: "shared_budget.delete", target, before, workspaceId });
  });
  await publishLimits(gateway);
  return { deleted: true as const };
});
