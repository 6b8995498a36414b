import { listBudgets as endpoint } from "#lib/contract/budgets.ts";
import { requireWorkspace } from "#server/auth/access.ts";
import { loadBudgets } from "#server/data/budgets.ts";
import { loadTimeZone } from "#server/data/workspaces.ts";
import { operation } from "#server/http/operation.ts";
import { budgetRecord, INTERVALS, includesByok } from "./budget-records.ts";

export const listBudgets = operation(endpoint)(async (gateway, { principal, params }) => {
  const workspaceId = await requireWorkspace(gateway, principal, params.ref);
  const rows = await loadBudgets(gateway.database.queries, workspaceId);
  const rank = (interval: string) => (INTERVALS as readonly string[]).indexOf(interval);
  return {
    data: rows.sort((a, b) => rank(a.interval) - rank(b.interval)).map(budgetRecord),
    time_zone: await loadTimeZone(gateway.database.queries, workspaceId),
    include_byok_in_budgets: await includesByok(gateway.database.queries, workspaceId),
  };
});
