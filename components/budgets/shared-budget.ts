import type { z } from "zod";
import type { SharedBudget as SharedBudgetRecord } from "#lib/contract/shared-budgets.ts";

export type SharedBudget = z.output<typeof SharedBudgetRecord>;

export const INTERVALS = [
  { value: "daily", label: "Daily" },
  { value: "weekly", label: "Weekly" },
  { value: "monthly", label: "Monthly" },
  { value: "never", label: "Never" },
] as const;

/** Who has the whole amount. */
export const SHARES = [
  { value: "together", label: "All together" },
  { value: "end_user", label: "Each end user" },
  { value: "session", label: "Each session" },
] as const;

type Share = (typeof SHARES)[number]["value"];

type Interval = (typeof INTERVALS)[number]["value"];

/** The form values of a shared budget. */
export type SharedBudgetDraft = {
  name: string;
  limit_usd: number | null;
  reset_interval: Interval;
  key_hashes: string[];
  user_ids: string[];
  /** With commas or spaces between them. */
  tags: string;
  /** One on each line: an end user's name may have commas. */
  external_users: string;
  share: Share;
};

export function draftOf(budget: SharedBudget | undefined): SharedBudgetDraft {
  return {
    name: budget?.name ?? "",
    limit_usd: budget?.limit_usd ?? null,
    reset_interval: budget ? (budget.reset_interval ?? "never") : "monthly",
    key_hashes: budget?.key_hashes ?? [],
    user_ids: budget?.user_ids ?? [],
    tags: budget?.tags.join(", ") ?? "",
    external_users: budget?.external_users.join("\n") ?? "",
    share: budget ? shareOf(budget) : "together",
  };
}

export function shareOf({ per_external_user: isPerUser, per_session: isPerSession }: SharedBudget): Share {
  if (isPerUser) return "end_user";
  return isPerSession ? "session" : "together";
}

export function bodyOf(draft: SharedBudgetDraft) {
  const { reset_interval: interval, limit_usd, tags, external_users: users, share, ...rest } = draft;
  return {
    ...rest,
    limit_usd: limit_usd as number,
    reset_interval: interval === "never" ? null : interval,
    tags: partsOf(tags, /[\s,]+/),
    external_users: partsOf(users, /\s*\n\s*/),
    per_external_user: share === "end_user",
    per_session: share === "session",
  };
}

function partsOf(text: string, separator: RegExp): string[] {
  return [...new Set(text.trim().split(separator))].filter((part) => part !== "");
}
