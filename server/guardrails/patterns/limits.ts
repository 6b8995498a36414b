/** How long the custom patterns of one call may take, and what happens when they take longer. */
export type PatternLimits = { deadlineMs: number; outcome: "block" | "report" };

/** The process's own, as its environment sets them when it opens. */
export const patternLimits: PatternLimits = { deadlineMs: 2_000, outcome: "block" };

export function setPatternLimits(limits: PatternLimits): void {
  Object.assign(patternLimits, limits);
}
