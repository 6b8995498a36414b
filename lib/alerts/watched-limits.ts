/** The kinds of spending limits that alert rules watch, with their names in the console. */
export const WATCHED_LIMITS = {
  workspace: "Budgets of the workspace",
  key: "Limits of API keys",
  member: "Caps of members",
  shared: "Shared budgets",
} as const;

export type WatchedLimitName = keyof typeof WATCHED_LIMITS;
export const WATCHED_LIMIT_NAMES = Object.keys(WATCHED_LIMITS) as [WatchedLimitName, ...WatchedLimitName[]];
