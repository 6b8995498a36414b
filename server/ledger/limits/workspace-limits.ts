import type { BudgetRow, BudgetRule } from "#server/data/budgets.ts";
import type { CapOverrideRow, MemberCapRow } from "#server/data/member-caps.ts";
import type { SharedBudgetRow } from "#server/data/shared-budgets.ts";
import type { Limit } from "./limit.ts";
import {
  CAP_INTERVALS,
  type CapAmounts,
  capAmount,
  capLimit,
  periodsOf,
  type WorkspaceTerms,
} from "./member-limits.ts";
import type { Interval } from "./period.ts";
import { limitsOfSharer, type SharedLimits, type Sharer, sharedLimits } from "./shared-limits.ts";

/** Everything stored about the limits of all workspaces. */
export type LoadedLimits = {
  rules: readonly BudgetRule[];
  amounts: readonly BudgetRow[];
  /** Time zones other than UTC. */
  zones: readonly { workspaceId: string; timeZone: string }[];
  caps: readonly MemberCapRow[];
  overrides: readonly CapOverrideRow[];
  shared: readonly SharedBudgetRow[];
};

/** The limits of one workspace. */
export type WorkspaceLimits = {
  terms: WorkspaceTerms;
  budgets: readonly Limit[];
  /** By user; the default ones under null. */
  caps: ReadonlyMap<string | null, CapAmounts>;
  overrides: ReadonlyMap<string, readonly CapOverrideRow[]>;
  shared: SharedLimits;
};

/** Returns the limits of each workspace that has any. */
export function workspaceLimits({ rules, amounts, zones, caps, overrides, shared }: LoadedLimits) {
  const byok = new Map(rules.map((rule) => [rule.workspaceId, rule.includeByok]));
  const zoneOf = new Map(zones.map((zone) => [zone.workspaceId, zone.timeZone]));
  const idOf = ({ workspaceId }: { workspaceId: string }) => workspaceId;
  const grouped = {
    amounts: Map.groupBy(amounts, idOf),
    caps: Map.groupBy(caps, idOf),
    overrides: Map.groupBy(overrides, idOf),
    shared: Map.groupBy(shared, idOf),
  };
  const ids = new Set([...grouped.amounts.keys(), ...grouped.caps.keys(), ...grouped.shared.keys()]);
  const limitsIn = (workspaceId: string): WorkspaceLimits => {
    const terms = {
      workspaceId,
      timeZone: zoneOf.get(workspaceId) ?? "UTC",
      includeByok: byok.get(workspaceId) ?? false,
    };
    return {
      terms,
      budgets: (grouped.amounts.get(workspaceId) ?? []).map((row) =>
        budgetLimit(terms, row.interval, row.limitNanoUsd),
      ),
      caps: new Map((grouped.caps.get(workspaceId) ?? []).map((row) => [row.userId, row])),
      overrides: Map.groupBy(grouped.overrides.get(workspaceId) ?? [], ({ userId }) => userId),
      shared: sharedLimits(terms, grouped.shared.get(workspaceId) ?? []),
    };
  };
  return new Map([...ids].map((id) => [id, limitsIn(id)]));
}

/**
 * Returns the caps and shared budgets that apply to every request of a member or a key at a time, and until when they do
 * (Unix ms).
 */
export function memberLimits(
  { terms, caps, overrides, shared }: WorkspaceLimits,
  sharer: Sharer,
  atMs: number,
): { limits: readonly Limit[]; untilMs: number } {
  const { userId } = sharer;
  const active = userId === null ? [] : activeOverrides(overrides.get(userId), atMs);
  const amounts = userId === null ? undefined : (caps.get(userId) ?? caps.get(null));
  const own = CAP_INTERVALS.flatMap((interval) => {
    const override = active.find((one) => one.interval === interval);
    const nanoUsd = capAmount(amounts, interval, override);
    return nanoUsd === null ? [] : [capLimit(terms, userId as string, interval, nanoUsd)];
  });
  const ends = active.map(({ until }) => until.getTime());
  return {
    limits: [...own, ...limitsOfSharer(shared, sharer)],
    untilMs: Math.min(...ends, Number.POSITIVE_INFINITY),
  };
}

/** Returns the overrides of a member that have not ended. */
export function activeOverrides(overrides: readonly CapOverrideRow[] | undefined, atMs: number): CapOverrideRow[] {
  return (overrides ?? []).filter(({ until }) => until.getTime() > atMs);
}

/** Returns the account of a workspace's budget. */
export function budgetAccount(workspaceId: string, interval: string): string {
  return `budget:${workspaceId}:${interval}`;
}

function budgetLimit(terms: WorkspaceTerms, interval: string, nanoUsd: number): Limit {
  return {
    account: budgetAccount(terms.workspaceId, interval),
    title: `the ${interval} budget of this workspace`,
    payerKind: "workspace",
    payerId: terms.workspaceId,
    nanoUsd,
    interval: interval === "lifetime" ? null : (interval as Interval),
    ...periodsOf(terms),
    includeByok: terms.includeByok,
  };
}
