import type { z } from "zod";
import type { SharedBudget as SharedBudgetRecord } from "#lib/contract/shared-budgets.ts";

export type SharedBudget = z.output<typeof SharedBudgetRecord>;

export const INTERVALS = [
  { value: "daily", label: "Daily" },
  { value: "weekly", label: "Weekly" },
  { value: "monthly", label: "Monthly" },
  { value: "never", label: "Never" },
] as const;

type Interval = (typeof INTERVALS)[number]["value"];

/** The form values of a shared budget. */
export type SharedBudgetDraft = {
  name: string;
  limit_usd: number | null;
  reset_interval: Interval;
  key_hashes: string[];
  user_ids: string[];
};

export function draftOf(budget: SharedBudget | undefined): SharedBudgetDraft {
  return {
    name: budget?.name ?? "",
    limit_usd: budget?.limit_usd ?? null,
    reset_interval: budget ? (budget.reset_interval ?? "never") : "monthly",
    key_hashes: budget?.key_hashes ?? [],
    user_ids: budget?.user_ids ?? [],
  };
}

export function bodyOf({ reset_interval: interval, limit_usd, ...rest }: SharedBudgetDraft) {
  return { ...rest, limit_usd: limit_usd as number, reset_interval: interval === "never" ? null : interval };
}
