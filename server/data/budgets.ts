import { and, eq } from "drizzle-orm";
import type { Queries } from "./database.ts";
import { workspaceBudget, workspaceBudgetRule } from "./schema/money.ts";

export type BudgetRow = typeof workspaceBudget.$inferSelect;
export type BudgetRule = typeof workspaceBudgetRule.$inferSelect;

export function loadBudgets(queries: Queries, workspaceId?: string): Promise<BudgetRow[]> {
  return queries
    .select()
    .from(workspaceBudget)
    .where(workspaceId ? eq(workspaceBudget.workspaceId, workspaceId) : undefined);
}

export function loadBudgetRules(queries: Queries): Promise<BudgetRule[]> {
  return queries.select().from(workspaceBudgetRule);
}

/** Returns whether spending through own provider keys counts against a workspace's budgets. */
export async function loadBudgetRule(queries: Queries, workspaceId: string): Promise<boolean> {
  const own = eq(workspaceBudgetRule.workspaceId, workspaceId);
  const [rule] = await queries.select().from(workspaceBudgetRule).where(own);
  return rule?.includeByok ?? false;
}

/** Sets the budget of one interval. */
export async function putBudget(
  queries: Queries,
  workspaceId: string,
  interval: string,
  limitNanoUsd: number,
): Promise<BudgetRow> {
  const [row] = await queries
    .insert(workspaceBudget)
    .values({ workspaceId, interval, limitNanoUsd })
    .onConflictDoUpdate({
      target: [workspaceBudget.workspaceId, workspaceBudget.interval],
      set: { limitNanoUsd, updatedAt: new Date() },
    })
    .returning();
  return row as BudgetRow;
}

export async function putBudgetRule(queries: Queries, workspaceId: string, includeByok: boolean): Promise<void> {
  await queries
    .insert(workspaceBudgetRule)
    .values({ workspaceId, includeByok })
    .onConflictDoUpdate({ target: workspaceBudgetRule.workspaceId, set: { includeByok } });
}

export async function deleteBudget(queries: Queries, workspaceId: string, interval: string): Promise<void> {
  await queries
    .delete(workspaceBudget)
    .where(and(eq(workspaceBudget.workspaceId, workspaceId), eq(workspaceBudget.interval, interval)));
}
