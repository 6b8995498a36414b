import type { Usage, UsageUnit } from "#server/providers/usage/usage.ts";

/** What is left of a usage without a part of it. */
export function lessUsage(whole: Usage, part: Usage): Usage {
  const rest: Usage = { ...whole };
  for (const unit of Object.keys(part) as UsageUnit[]) {
    rest[unit] = Math.max(0, (rest[unit] ?? 0) - (part[unit] ?? 0));
  }
  return rest;
}
