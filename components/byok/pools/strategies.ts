import type { PoolStrategy } from "#lib/contract/pool-strategies.ts";

export const STRATEGIES: readonly { value: PoolStrategy; label: string; hint: string }[] = [
  { value: "ordered", label: "In order", hint: "the first that may be used" },
  { value: "weighted", label: "By weight", hint: "at random" },
  { value: "least_loaded", label: "Least loaded", hint: "fewest requests in flight" },
  { value: "most_headroom", label: "Most headroom", hint: "most of its rate limits left" },
];

export function nameOfStrategy(strategy: PoolStrategy): string {
  return STRATEGIES.find(({ value }) => value === strategy)?.label ?? strategy;
}
