/** The kinds of spending limits that alert rules watch, with their names in the console. */
export const WATCHED_LIMITS = {
  workspace: "Workspace budgets",
  key: "API key limits",
  member: "Member caps",
  shared: "Shared budgets",
} as const;

export type WatchedLimitName = keyof typeof WATCHED_LIMITS;
export const WATCHED_LIMIT_NAMES = Object.keys(WATCHED_LIMITS) as [WatchedLimitName, ...WatchedLimitName[]];
