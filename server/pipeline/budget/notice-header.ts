import type { Reservation } from "#server/ledger/limits/limits.ts";

/** Returns the header that tells a caller which of its caps and shared budgets are nearly used up, if any are. */
export function noticeHeader({ notice }: Pick<Reservation, "notice">): Record<string, string> | undefined {
  const text = notice();
  return text === undefined ? undefined : { "x-switchboard-budget-notice": text };
}
