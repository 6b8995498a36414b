import type { Usage, UsageUnit } from "#server/providers/usage/usage.ts";

/** Returns a usage minus a part of it, never below 0. */
export function lessUsage(whole: Usage, part: Usage): Usage {
  const rest: Usage = { ...whole };
  for (const unit of Object.keys(part) as UsageUnit[]) {
    rest[unit] = Math.max(0, (rest[unit] ?? 0) - (part[unit] ?? 0));
  }
  return rest;
}
