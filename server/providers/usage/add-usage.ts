import type { Usage, UsageUnit } from "./usage.ts";

/** Returns the sum of two usages, unit by unit; the first object itself if there is nothing to add. */
export function addUsage(one: Usage, other: Usage | undefined): Usage {
  return combineUsage(one, other, (units, more) => units + more);
}

/** Merges two reports of the same request: if both count a unit, the larger count applies. */
export function largerUsage(one: Usage, other: Usage | undefined): Usage {
  return combineUsage(one, other, Math.max);
}

function combineUsage(one: Usage, other: Usage | undefined, combine: (units: number, more: number) => number): Usage {
  if (!other) return one;
  const both: Usage = { ...one };
  for (const unit of Object.keys(other) as UsageUnit[]) {
    const units = combine(both[unit] ?? 0, other[unit] ?? 0);
    if (units > 0) both[unit] = units;
  }
  return both;
}
