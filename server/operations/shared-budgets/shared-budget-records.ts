import type { z } from "zod";
import type { SharedBudget } from "#lib/contract/shared-budgets.ts";
import { usdOf } from "#lib/nano-usd.ts";
import { loadBudgetRule } from "#server/data/budgets.ts";
import { currentKeys, loadSharedBudgets, type SharedBudgetRow } from "#server/data/shared-budgets.ts";
import { readSpent } from "#server/data/spend.ts";
import type { WorkspaceRow } from "#server/data/workspaces.ts";
import type { Gateway } from "#server/gateway.ts";
import { type Interval, nextReset, periodStart } from "#server/ledger/limits/period.ts";
import { SHARED_BUDGET_PAYER } from "#server/ledger/limits/row-group.ts";

export type SharedBudgetRecord = z.output<typeof SharedBudget>;
type Workspace = Pick<WorkspaceRow, "id" | "timeZone">;

/** Reads the shared budgets of a workspace with what they have spent, including every finished request; by name. */
export async function readSharedBudgets(gateway: Gateway, { id, timeZone }: Workspace): Promise<SharedBudgetRecord[]> {
  const { queries } = gateway.database;
  await gateway.ledger.flush();
  const rows = await loadSharedBudgets(queries, id);
  const includeByok = await loadBudgetRule(queries, id);
  const hashes = await currentKeys(queries, id);
  const nowMs = gateway.now();
  const startOf = (interval: string | null) => (interval ? periodStart(interval as Interval, nowMs, timeZone) : "");
  const spent = new Map<string, number>();
  for (const [start, some] of Map.groupBy(rows, ({ interval }) => startOf(interval))) {
    const ids = some.map((row) => row.id);
    const read = await readSpent(queries, SHARED_BUDGET_PAYER, ids, { start, includeByok });
    for (const [budget, nanoUsd] of read) spent.set(budget, nanoUsd);
  }
  return rows.map((row) => ({
    ...auditFields(row, hashes),
    workspace_id: row.workspaceId,
    spent_usd: usdOf(spent.get(row.id) ?? 0),
    resets_at: row.interval ? nextReset(row.interval as Interval, nowMs, timeZone).toISOString() : null,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  }));
}

/** Returns the fields of a shared budget that people set. */
export function auditFields(row: SharedBudgetRow, hashes: ReadonlyMap<string, string>) {
  return {
    id: row.id,
    name: row.name,
    limit_usd: usdOf(row.limitNanoUsd),
    reset_interval: row.interval as Interval | null,
    key_hashes: row.stableKeyIds.flatMap((account) => hashes.get(account) ?? []).sort(),
    user_ids: row.userIds.toSorted(),
    tags: row.tags.toSorted(),
    external_users: row.externalUsers.toSorted(),
    per_external_user: row.perExternalUser,
    per_session: row.perSession,
  };
}
