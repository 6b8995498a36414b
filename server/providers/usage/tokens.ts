import type { Usage, UsageUnit } from "./usage.ts";

/** No request uses this many units of anything, so a larger count is invalid. */
const MOST = 1e9;

/**
 * Returns a count from an upstream's usage block: 0 unless it is a positive number, so that no count is ever negative.
 */
export function count(value: unknown): number {
  return typeof value === "number" && value > 0 && value <= MOST ? Math.round(value) : 0;
}

/**
 * Makes a total and its parts disjoint: each part is limited to the remainder after earlier parts, so that no token is
 * counted twice and the rest is never negative.
 */
export function split<Part extends string>(total: number, parts: Record<Part, number>): Record<Part | "rest", number> {
  const shares: Record<string, number> = { ...parts };
  let rest = total;
  for (const name of Object.keys(parts) as Part[]) {
    shares[name] = Math.min(parts[name], rest);
    rest -= shares[name] as number;
  }
  return { ...shares, rest } as Record<Part | "rest", number>;
}

/** Removes unused units; text tokens always stay. */
export function withoutZeros(usage: Usage & { input_tokens: number; output_tokens: number }): Usage {
  const usedUnits: Usage = {};
  for (const unit of Object.keys(usage) as UsageUnit[]) {
    if (usage[unit] !== 0 || unit === "input_tokens" || unit === "output_tokens")
      usedUnits[unit] = usage[unit] as number;
  }
  return usedUnits;
}
