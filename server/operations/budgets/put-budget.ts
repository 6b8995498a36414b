import { putBudget as endpoint } from "#lib/contract/budgets.ts";
import { nanoUsdOf, usdOf } from "#lib/nano-usd.ts";
import { recordChange } from "#server/audit/record-change.ts";
import { requireWorkspace } from "#server/auth/access.ts";
import { type BudgetRow, loadBudgets, putBudgetRule, putBudget as putRow } from "#server/data/budgets.ts";
import { HttpError } from "#server/errors.ts";
import { operation } from "#server/http/operation.ts";
import { budgetRecord, INTERVALS, includesByok, publishBudgets, toAuditBudget } from "./budget-records.ts";

export const putBudget = operation(endpoint)(async (gateway, call) => {
  const { principal, params, body } = call;
  const workspaceId = await requireWorkspace(gateway, principal, params.ref);
  const limitNanoUsd = nanoUsdOf(body.limit_usd);
  if (limitNanoUsd === undefined)
    throw new HttpError(400, "Invalid request: limit_usd: must have at most nine decimals");
  const row = await gateway.database.queries.transaction(async (queries) => {
    const before = await toAuditBudget(queries, workspaceId, params.interval);
    rejectDisorder(await loadBudgets(queries, workspaceId), params.interval, limitNanoUsd);
    const put = await putRow(queries, workspaceId, params.interval, limitNanoUsd);
    if (body.include_byok_in_budgets !== undefined)
      await putBudgetRule(queries, workspaceId, body.include_byok_in_budgets);
    const after = await toAuditBudget(queries, workspaceId, params.interval);
    const target = { type: "budget", id: put.id, name: params.interval };
    await recordChange(queries, call, { action: "budget.set", target, before, after, workspaceId });
    return put;
  });
  await publishBudgets(gateway, workspaceId);
  return {
    data: budgetRecord(row),
    include_byok_in_budgets: await includesByok(gateway.database.queries, workspaceId),
  };
});

/** Rejects a budget that would never take effect, because a shorter interval's limit is at least as high. */
function rejectDisorder(rows: readonly BudgetRow[], interval: string, limitNanoUsd: number): void {
  const rank = (name: string) => (INTERVALS as readonly string[]).indexOf(name);
  for (const other of rows) {
    const shorter = rank(other.interval) < rank(interval);
    const longer = rank(other.interval) > rank(interval);
    const wrong = (shorter && other.limitNanoUsd >= limitNanoUsd) || (longer && other.limitNanoUsd <= limitNanoUsd);
    if (!wrong) continue;
    const bound = `the ${other.interval} budget, ${usdOf(other.limitNanoUsd)}`;
    throw new HttpError(400, `Invalid request: limit_usd: must be ${shorter ? "above" : "below"} ${bound} USD`);
  }
}
