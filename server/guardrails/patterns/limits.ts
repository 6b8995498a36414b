/** Time limit for the custom patterns of one request, and the outcome if they exceed it. */
export type PatternLimits = { deadlineMs: number; outcome: "block" | "report" };

/** The process's own limits, set from the environment at start. */
export const patternLimits: PatternLimits = { deadlineMs: 2_000, outcome: "block" };

export function setPatternLimits(limits: PatternLimits): void {
  Object.assign(patternLimits, limits);
}
