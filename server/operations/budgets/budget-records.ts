import type { z } from "zod";
import type { Budget } from "#lib/contract/budgets.ts";
import { usdOf } from "#lib/nano-usd.ts";
import type { BudgetRow } from "#server/data/budgets.ts";
import { loadBudgetRules, loadBudgets } from "#server/data/budgets.ts";
import { announce } from "#server/data/changes.ts";
import type { Queries } from "#server/data/database.ts";
import type { Gateway } from "#server/gateway.ts";
import { budgetAccount } from "#server/ledger/limits/workspace-limits.ts";

export const INTERVALS = ["daily", "weekly", "monthly", "lifetime"] as const;

/** Converts a stored budget to its API record. */
export function budgetRecord(row: BudgetRow): z.output<typeof Budget> {
  return {
    id: row.id,
    workspace_id: row.workspaceId,
    limit_usd: usdOf(row.limitNanoUsd),
    reset_interval: row.interval === "lifetime" ? null : (row.interval as "daily" | "weekly" | "monthly"),
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  };
}

export async function includesByok(queries: Queries, workspaceId: string): Promise<boolean> {
  const rules = await loadBudgetRules(queries);
  return rules.find((rule) => rule.workspaceId === workspaceId)?.includeByok ?? false;
}

/** Returns what the audit log stores of a budget; undefined if there is none. */
export async function toAuditBudget(queries: Queries, workspaceId: string, interval: string) {
  const rows = await loadBudgets(queries, workspaceId);
  const row = rows.find((one) => one.interval === interval);
  if (!row) return undefined;
  const { id, limit_usd } = budgetRecord(row);
  return { id, interval, limit_usd, include_byok_in_budgets: await includesByok(queries, workspaceId) };
}

/** Applies changed budgets starting with the next request. */
export async function publishBudgets(gateway: Gateway, workspaceId: string): Promise<void> {
  await gateway.budgets.refresh();
  await gateway.ledger.flush();
  for (const interval of INTERVALS) await gateway.leases.release(budgetAccount(workspaceId, interval));
  await announce(gateway.database, "budgets");
}
