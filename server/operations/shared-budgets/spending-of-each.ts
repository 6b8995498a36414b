import type { z } from "zod";
import type { SessionSpending, UserSpending } from "#lib/contract/shared-budgets.ts";
import { NOTICE_SHARE } from "#lib/limits/notice-share.ts";
import { nanoUsdOf, usdOf } from "#lib/nano-usd.ts";
import { loadBudgetRule } from "#server/data/budgets.ts";
import { readTopSpend } from "#server/data/top-spend.ts";
import type { WorkspaceRow } from "#server/data/workspaces.ts";
import type { Gateway } from "#server/gateway.ts";
import { periodStart } from "#server/ledger/limits/period.ts";
import { sessionBudgetPayer, userBudgetPayer } from "#server/ledger/limits/row-group.ts";
import type { SharedBudgetRecord } from "./shared-budget-records.ts";

type Workspace = Pick<WorkspaceRow, "timeZone">;

/**
 * Reads what each end user of a budget has spent, once every finished request is written; null unless each has the
 * amount.
 */
export async function readUserSpending(
  gateway: Gateway,
  workspace: Workspace,
  budget: SharedBudgetRecord,
): Promise<z.output<typeof UserSpending> | null> {
  if (!budget.per_external_user) return null;
  const { count, near, top } = await readSpendOfEach(gateway, workspace, budget, userBudgetPayer(budget.id));
  return {
    external_users: count,
    near_limit: near,
    top: top.map(({ id, nanoUsd }) => ({ external_user: id, spent_usd: usdOf(nanoUsd) })),
  };
}

/** Likewise for each session. */
export async function readSessionSpending(
  gateway: Gateway,
  workspace: Workspace,
  budget: SharedBudgetRecord,
): Promise<z.output<typeof SessionSpending> | null> {
  if (!budget.per_session) return null;
  const { count, near, top } = await readSpendOfEach(gateway, workspace, budget, sessionBudgetPayer(budget.id));
  return {
    sessions: count,
    near_limit: near,
    top: top.map(({ id, nanoUsd }) => ({ session_id: id, spent_usd: usdOf(nanoUsd) })),
  };
}

const MOST_LISTED = 10;

async function readSpendOfEach(gateway: Gateway, { timeZone }: Workspace, budget: SharedBudgetRecord, kind: string) {
  const { queries } = gateway.database;
  const { reset_interval: interval } = budget;
  return readTopSpend(queries, kind, {
    start: interval ? periodStart(interval, gateway.now(), timeZone) : "",
    includeByok: await loadBudgetRule(queries, budget.workspace_id),
    nearNanoUsd: (nanoUsdOf(budget.limit_usd) ?? 0) * NOTICE_SHARE,
    most: MOST_LISTED,
  });
}
