import { getBudget as endpoint } from "#lib/contract/budgets.ts";
import { requireWorkspace } from "#server/auth/access.ts";
import { loadBudgets } from "#server/data/budgets.ts";
import { HttpError } from "#server/errors.ts";
import { operation } from "#server/http/operation.ts";
import { budgetRecord, includesByok } from "./budget-records.ts";

export const getBudget = operation(endpoint)(async (gateway, { principal, params }) => {
  const workspaceId = await requireWorkspace(gateway, principal, params.ref);
  const rows = await loadBudgets(gateway.database.queries, workspaceId);
  const row = rows.find(({ interval }) => interval === params.interval);
  if (!row) throw new HttpError(404, `This workspace has no ${params.interval} budget`);
  return {
    data: budgetRecord(row),
    include_byok_in_budgets: await includesByok(gateway.database.queries, workspaceId),
  };
});
