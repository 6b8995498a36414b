import type { PoolStrategy } from "#lib/contract/pool-strategies.ts";

export const STRATEGIES: readonly { value: PoolStrategy; label: string }[] = [
  { value: "ordered", label: "In order" },
  { value: "weighted", label: "By weight" },
  { value: "least_loaded", label: "Least loaded" },
  { value: "most_headroom", label: "Most headroom" },
];

const DESCRIPTIONS: Record<PoolStrategy, string> = {
  ordered: "tried from top to bottom",
  weighted: "shared at random by weight",
  least_loaded: "the one with the fewest requests in flight first",
  most_headroom: "the one with the most of its rate limit left first",
};

export function nameOfStrategy(strategy: PoolStrategy): string {
  return STRATEGIES.find(({ value }) => value === strategy)?.label ?? strategy;
}

/** Returns what a strategy does, as the end of a sentence. */
export function effectOfStrategy(strategy: PoolStrategy): string {
  return DESCRIPTIONS[strategy];
}
