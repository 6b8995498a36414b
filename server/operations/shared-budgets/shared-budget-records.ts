import type { z } from "zod";
import type { SharedBudget } from "#lib/contract/shared-budgets.ts";
import { usdOf } from "#lib/nano-usd.ts";
import { loadBudgetRule } from "#server/data/budgets.ts";
import { currentKeys, loadSharedBudgets, type SharedBudgetRow } from "#server/data/shared-budgets.ts";
import { readSpent } from "#server/data/spend.ts";
import { readUserSpend, type UserSpend } from "#server/data/user-spend.ts";
import type { WorkspaceRow } from "#server/data/workspaces.ts";
import type { Gateway } from "#server/gateway.ts";
import { SHARED_BUDGET_PAYER, userBudgetPayer } from "#server/ledger/limits/group.ts";
import { NOTICE_SHARE } from "#server/ledger/limits/notice.ts";
import { type Interval, nextReset, periodStart } from "#server/ledger/limits/period.ts";

export type SharedBudgetRecord = z.output<typeof SharedBudget>;
type Workspace = Pick<WorkspaceRow, "id" | "timeZone">;

/** Reads the shared budgets of a workspace with what they have spent, including every finished call; by name. */
export async function readSharedBudgets(gateway: Gateway, { id, timeZone }: Workspace): Promise<SharedBudgetRecord[]> {
  const { queries } = gateway.database;
  await gateway.ledger.flush();
  const rows = await loadSharedBudgets(queries, id);
  const includeByok = await loadBudgetRule(queries, id);
  const hashes = await currentKeys(queries, id);
  const nowMs = gateway.now();
  const startOf = (interval: string | null) => (interval ? periodStart(interval as Interval, nowMs, timeZone) : "");
  const spent = new Map<string, number>();
  const together = rows.filter(({ perExternalUser }) => !perExternalUser);
  for (const [start, some] of Map.groupBy(together, ({ interval }) => startOf(interval))) {
    const ids = some.map((row) => row.id);
    const read = await readSpent(queries, SHARED_BUDGET_PAYER, ids, { start, includeByok });
    for (const [budget, nanoUsd] of read) spent.set(budget, nanoUsd);
  }
  const ofUsers = new Map<string, UserSpend>();
  for (const row of rows.filter(({ perExternalUser }) => perExternalUser)) {
    const nearNanoUsd = row.limitNanoUsd * NOTICE_SHARE;
    const period = { start: startOf(row.interval), includeByok, nearNanoUsd };
    const read = await readUserSpend(queries, userBudgetPayer(row.id), period);
    ofUsers.set(row.id, read);
    spent.set(row.id, read.nanoUsd);
  }
  return rows.map((row) => ({
    ...auditFields(row, hashes),
    workspace_id: row.workspaceId,
    spent_usd: usdOf(spent.get(row.id) ?? 0),
    external_user_spending: spendingOf(ofUsers.get(row.id)),
    resets_at: row.interval ? nextReset(row.interval as Interval, nowMs, timeZone).toISOString() : null,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  }));
}

function spendingOf(spend: UserSpend | undefined): SharedBudgetRecord["external_user_spending"] {
  if (!spend) return null;
  return {
    external_users: spend.count,
    near_limit: spend.near,
    top: spend.top.map(({ id, nanoUsd }) => ({ external_user: id, spent_usd: usdOf(nanoUsd) })),
  };
}

/** Returns the fields of a shared budget that people set. */
export function auditFields(row: SharedBudgetRow, hashes: ReadonlyMap<string, string>) {
  return {
    id: row.id,
    name: row.name,
    limit_usd: usdOf(row.limitNanoUsd),
    reset_interval: row.interval as Interval | null,
    key_hashes: row.accounts.flatMap((account) => hashes.get(account) ?? []).sort(),
    user_ids: row.userIds.toSorted(),
    tags: row.tags.toSorted(),
    external_users: row.externalUsers.toSorted(),
    per_external_user: row.perExternalUser,
  };
}
