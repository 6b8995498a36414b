/** When the spend limit of a key or of a guardrail can reset. */
export const RESET_OPTIONS = [
  { value: "daily", label: "Every day, 00:00 UTC" },
  { value: "weekly", label: "Every Monday, 00:00 UTC" },
  { value: "monthly", label: "On the 1st, 00:00 UTC" },
  { value: "never", label: "Never" },
] as const;
