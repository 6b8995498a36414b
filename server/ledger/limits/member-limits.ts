import { formatUsd } from "#lib/format.ts";
import { usdOf } from "#lib/nano-usd.ts";
import type { CapOverrideRow, MemberCapRow } from "#server/data/member-caps.ts";
import type { SharedBudgetRow } from "#server/data/shared-budgets.ts";
import type { Limit } from "./limit.ts";
import type { Interval } from "./period.ts";
import { SHARED_BUDGET_PAYER } from "./row-group.ts";

/** What the limits of a workspace have in common. */
export type WorkspaceTerms = { workspaceId: string; timeZone: string; includeByok: boolean };

/** The caller's properties that decide which caps and shared budgets apply. */
export type LimitedCaller = {
  workspaceId: string;
  organizationId: string;
  userId: string | null;
  key?: { stableId: string };
};

/** The intervals of member caps. */
export const CAP_INTERVALS = ["daily", "monthly"] as const;
export type CapInterval = (typeof CAP_INTERVALS)[number];

export type CapAmounts = Pick<MemberCapRow, "dailyNanoUsd" | "monthlyNanoUsd">;
export type ActiveOverride = Pick<CapOverrideRow, "interval" | "limitNanoUsd" | "until">;

/** Returns the amount of a member's cap; null if there is none. `override`: one that is active. */
export function capAmount(
  caps: CapAmounts | undefined,
  interval: CapInterval,
  override: ActiveOverride | undefined,
): number | null {
  const amount = (interval === "daily" ? caps?.dailyNanoUsd : caps?.monthlyNanoUsd) ?? null;
  if (amount === null || !override) return amount;
  // An override raises a cap. One that was raised above it since applies.
  return Math.max(amount, override.limitNanoUsd);
}

/** Returns the limit for a member's cap in a workspace. */
export function capLimit(terms: WorkspaceTerms, userId: string, interval: CapInterval, nanoUsd: number): Limit {
  return {
    account: `member:${terms.workspaceId}:${userId}:${interval}`,
    title: `your ${interval} spending cap of ${formatUsd(usdOf(nanoUsd))}`,
    noticeName: `member ${interval} cap`,
    payerKind: "member",
    payerId: `${terms.workspaceId}:${userId}`,
    nanoUsd,
    interval,
    ...periodsOf(terms),
    includeByok: terms.includeByok,
  };
}

const EACH_WORDS = { external_user: "end user", session: "session" } as const;

/** Returns the limit for a shared budget; for one per end user or session, without the end user or session. */
export function sharedLimit(terms: WorkspaceTerms, budget: SharedBudgetRow): Limit {
  const { id, name, limitNanoUsd: nanoUsd, interval, perExternalUser, perSession } = budget;
  const amount = `${interval ? `${interval} ` : ""}budget of ${formatUsd(usdOf(nanoUsd))}`;
  const each = perExternalUser ? "external_user" : perSession ? "session" : undefined;
  const word = each && EACH_WORDS[each];
  return {
    account: `shared:${id}`,
    title: word ? `the ${amount} of each ${word} in "${name}"` : `the ${amount} that "${name}" shares`,
    noticeName: `${word ?? "shared"} budget "${headerText(name)}"`,
    ...(each && { each }),
    payerKind: SHARED_BUDGET_PAYER,
    payerId: id,
    nanoUsd,
    interval: interval as Interval | null,
    ...periodsOf(terms),
    includeByok: terms.includeByok,
  };
}

/** Returns the time zone of a limit. Without one, its periods are those of limits that existed before time zones. */
export function periodsOf({ timeZone }: Pick<WorkspaceTerms, "timeZone">): Pick<Limit, "timeZone"> {
  return timeZone === "UTC" ? {} : { timeZone };
}

/** Encodes what a header, or a quoted text in it, cannot contain. */
function headerText(text: string): string {
  return text.replace(/[^\x20-\x7e]|["%\\,;]/gu, encodeURIComponent);
}
