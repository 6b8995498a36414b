/** The share of a spending limit from which callers get a notice and the console warns. */
export const NOTICE_SHARE = 0.8;

/** Returns how much of a limit is spent, in whole percent, rounded down; all of a limit of zero. */
export function percentSpent(spent: number, limit: number): number {
  return limit > 0 ? Math.floor((spent * 100) / limit) : 100;
}
