import { loadBudgetRules, loadBudgets } from "#server/data/budgets.ts";
import { loadCredits } from "#server/data/credits.ts";
import type { Queries } from "#server/data/database.ts";
import { loadCapOverrides, loadMemberCaps } from "#server/data/member-caps.ts";
import { loadNow } from "#server/data/recall.ts";
import { loadSharedBudgets } from "#server/data/shared-budgets.ts";
import { loadTimeZones } from "#server/data/workspaces.ts";
import type { Limit } from "./limit.ts";
import type { LimitedCaller } from "./member-limits.ts";
import { limitsOfLabels, type RequestLabels, type SharedLimits, type Sharer } from "./shared-limits.ts";
import { type LoadedLimits, memberLimits, type WorkspaceLimits, workspaceLimits } from "./workspace-limits.ts";

/** The spending limits of workspaces, their members and organizations, in memory. */
export type BudgetDirectory = {
  /**
   * Returns the limits that apply to a request of a caller at a time: the caps of its member, the budgets that it
   * shares, those of its workspace, and the credits of its organization. `labels`: what the request says about itself.
   * The same object until something changes, unless a budget of the workspace depends on labels.
   */
  limitsOf(caller: LimitedCaller, atMs: number, labels: RequestLabels): readonly Limit[];
  /** Returns the credits granted to an organization, in nano-USD; undefined if it does not use credits. */
  grantedTo(organizationId: string): number | undefined;
  /** Reloads the limits after a change. */
  refresh(): Promise<void>;
};

const NONE: readonly Limit[] = [];
/** Callers cached between changes. */
const MAX_CALLERS = 100_000;

/** `labelled`: the shared budgets of the workspace if any of them depends on what a request says about itself. */
type Cached = { limits: readonly Limit[]; untilMs: number; labelled: SharedLimits | undefined; sharer: Sharer };

export async function createBudgetDirectory(
  queries: Queries,
  recall = loadNow,
  now: () => number = Date.now,
): Promise<BudgetDirectory> {
  let workspaces = new Map<string, WorkspaceLimits>();
  let credits = new Map<string, Limit>();
  let callers = new Map<string, Cached>();

  function find({ workspaceId, organizationId, userId, key }: LimitedCaller, atMs: number): Cached {
    const workspace = workspaces.get(workspaceId);
    const sharer = { stableKeyId: key?.stableId, userId };
    const members = workspace && memberLimits(workspace, sharer, atMs);
    const credit = credits.get(organizationId);
    const limits = [...(members?.limits ?? NONE), ...(workspace?.budgets ?? NONE), ...(credit ? [credit] : NONE)];
    const labelled = workspace?.shared.needsLabels ? workspace.shared : undefined;
    return { limits, untilMs: members?.untilMs ?? Number.POSITIVE_INFINITY, labelled, sharer };
  }

  function findCached(caller: LimitedCaller, atMs: number): Cached {
    const name = `${caller.workspaceId} ${caller.userId} ${caller.key?.stableId}`;
    const cached = callers.get(name);
    if (cached && atMs < cached.untilMs) return cached;
    if (callers.size >= MAX_CALLERS) callers.clear();
    const found = find(caller, atMs);
    callers.set(name, found);
    return found;
  }

  const directory: BudgetDirectory = {
    limitsOf(caller, atMs, labels) {
      if (workspaces.size === 0 && credits.size === 0) return NONE;
      const { limits, labelled, sharer } = findCached(caller, atMs);
      // Not cached: callers choose these texts.
      return labelled ? [...limits, ...limitsOfLabels(labelled, sharer, labels)] : limits;
    },
    grantedTo: (organizationId) => credits.get(organizationId)?.nanoUsd,
    async refresh() {
      const load = async (): Promise<LoadedLimits & { granted: Awaited<ReturnType<typeof loadCredits>> }> => ({
        rules: await loadBudgetRules(queries),
        amounts: await loadBudgets(queries),
        granted: await loadCredits(queries),
        zones: await loadTimeZones(queries),
        caps: await loadMemberCaps(queries),
        overrides: await loadCapOverrides(queries, new Date(now())),
        shared: await loadSharedBudgets(queries),
      });
      const { granted, ...loaded } = await recall("budgets", load);
      workspaces = workspaceLimits(loaded);
      credits = new Map(
        granted.map((row) => [row.organizationId, creditLimit(row.organizationId, row.grantedNanoUsd)]),
      );
      callers = new Map();
    },
  };
  await directory.refresh();
  return directory;
}

/** Returns the account of an organization's credits. */
export function creditAccount(organizationId: string): string {
  return `credits:${organizationId}`;
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
