import type { Usage, UsageUnit } from "./usage.ts";

/** The sum of two usages, unit by unit; the first itself where there is nothing to add. */
export function addUsage(one: Usage, other: Usage | undefined): Usage {
  return combined(one, other, (units, more) => units + more);
}

/** What two reports of one call say together: a unit that both count is as much as the larger says. */
export function largerUsage(one: Usage, other: Usage | undefined): Usage {
  return combined(one, other, Math.max);
}

function combined(one: Usage, other: Usage | undefined, combine: (units: number, more: number) => number): Usage {
  if (!other) return one;
  const both: Usage = { ...one };
  for (const unit of Object.keys(other) as UsageUnit[]) {
    const units = combine(both[unit] ?? 0, other[unit] ?? 0);
    if (units > 0) both[unit] = units;
  }
  return both;
}
