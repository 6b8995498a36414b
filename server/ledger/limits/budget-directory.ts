import { loadBudgetRules, loadBudgets } from "#server/data/budgets.ts";
import { loadCredits } from "#server/data/credits.ts";
import type { Queries } from "#server/data/database.ts";
import { loadNow } from "#server/data/recall.ts";
import type { Limit } from "./limit.ts";
import type { Interval } from "./period.ts";

/** The spending limits of workspaces and organizations, in memory. */
export type BudgetDirectory = {
  /** Returns the limits that apply to a workspace's calls. */
  limitsOf(workspaceId: string, organizationId: string): readonly Limit[];
  /** Returns the credits granted to an organization, in nano-USD; undefined if it does not use credits. */
  grantedTo(organizationId: string): number | undefined;
  /** Reloads the limits after a change. */
  refresh(): Promise<void>;
};

const NONE: readonly Limit[] = [];

export async function createBudgetDirectory(queries: Queries, recall = loadNow): Promise<BudgetDirectory> {
  let budgets = new Map<string, Limit[]>();
  let credits = new Map<string, Limit>();
  const directory: BudgetDirectory = {
    limitsOf(workspaceId, organizationId) {
      const own = budgets.get(workspaceId) ?? NONE;
      const credit = credits.get(organizationId);
      return credit ? [...own, credit] : own;
    },
    grantedTo: (organizationId) => credits.get(organizationId)?.nanoUsd,
    async refresh() {
      const load = async () => ({
        rules: await loadBudgetRules(queries),
        amounts: await loadBudgets(queries),
        granted: await loadCredits(queries),
      });
      const { rules, amounts, granted } = await recall("budgets", load);
      const includesByok = new Map(rules.map((rule) => [rule.workspaceId, rule.includeByok]));
      const limits = amounts.map((row) =>
        budgetLimit(row.workspaceId, row.interval, row.limitNanoUsd, includesByok.get(row.workspaceId) ?? false),
      );
      budgets = Map.groupBy(limits, ({ payerId }) => payerId);
      credits = new Map(
        granted.map((row) => [row.organizationId, creditLimit(row.organizationId, row.grantedNanoUsd)]),
      );
    },
  };
  await directory.refresh();
  return directory;
}

/** Returns the account of a workspace's budget. */
export function budgetAccount(workspaceId: string, interval: string): string {
  return `budget:${workspaceId}:${interval}`;
}

/** Returns the account of an organization's credits. */
export function creditAccount(organizationId: string): string {
  return `credits:${organizationId}`;
}

function budgetLimit(workspaceId: string, interval: string, nanoUsd: number, includeByok: boolean): Limit {
  return {
    account: budgetAccount(workspaceId, interval),
    title: `the ${interval} budget of this workspace`,
    payerKind: "workspace",
    payerId: workspaceId,
    nanoUsd,
    interval: interval === "lifetime" ? null : (interval as Interval),
    includeByok,
  };
}

function creditLimit(organizationId: string, nanoUsd: number): Limit {
  return {
    account: creditAccount(organizationId),
    title: "the organization's credit balance",
    payerKind: "organization",
    payerId: organizationId,
    nanoUsd,
    interval: null,
    includeByok: false,
  };
}
