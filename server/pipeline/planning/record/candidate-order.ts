import type { SortBy } from "#server/catalogue/sorting-variant.ts";

/** What the position of a candidate depends on. An absent value is unknown or false. */
export type OrderFacts = {
  /** The endpoint's id. */
  endpoint: string;
  /** How long its circuit stays open, or its credential is passed over after a rejection, in milliseconds. */
  pausedMs?: number;
  /** Its provider's position in the caller's `order`. */
  listed?: number;
  /** 0 for BYOK credentials, 1 for BYOK fallbacks, 2 for system credentials. */
  turn: number;
  /** Slower than the caller prefers. */
  isSlow?: boolean;
  /** Nano-USD per million of typical tokens, or of the unit that it bills. */
  price?: number;
  /** Milliseconds to the first content and tokens per second: medians of the last half hour. */
  latency?: number;
  throughput?: number;
  /** Percent of attempts that succeeded in the last half hour. */
  uptime?: number;
};

/**
 * Returns the indexes of candidates in the order to try them: open circuits and rejected credentials last, then by the
 * caller's provider order, then BYOK credentials, BYOK fallbacks and system credentials, then by `sort`, or by price
 * weighted with recent health. Credentials of one model endpoint in the same turn stay together in their order. Equal
 * ones keep their order.
 */
export function orderOfCandidates(candidates: readonly OrderFacts[], sort: SortBy | undefined): number[] {
  if (candidates.length < 2) return [...candidates.keys()];
  const at = (index: number) => candidates[index] as OrderFacts;
  const groups = Map.groupBy(candidates.keys(), (index) => `${at(index).turn} ${at(index).endpoint}`);
  const ranked = [...groups.values()].map((group) => {
    group.sort((a, b) => (at(a).pausedMs ?? 0) - (at(b).pausedMs ?? 0));
    return { group, rank: rankOf(at(group[0] as number), sort) };
  });
  return ranked.sort((a, b) => compare(a.rank, b.rank)).flatMap(({ group }) => group);
}

/** The criteria between two candidates, most important first; the lower value goes first. */
export const CRITERIA = ["circuit", "order", "credential", "preference", "measure"] as const;

/** Returns a candidate's values of `CRITERIA`. */
export function rankOf(facts: OrderFacts, sort: SortBy | undefined): number[] {
  const { pausedMs = 0, listed = Number.MAX_SAFE_INTEGER, turn, isSlow } = facts;
  return [pausedMs, listed, turn, isSlow ? 1 : 0, measureOf(facts, sort)];
}

function measureOf(
  { price = Number.MAX_SAFE_INTEGER, latency, throughput, uptime }: OrderFacts,
  sort?: SortBy,
): number {
  if (sort === "price") return price;
  if (sort === "latency") return latency ?? Number.MAX_SAFE_INTEGER;
  if (sort === "throughput") return -(throughput ?? 0);
  if (sort === "exacto") return 100 - (uptime ?? 100);
  return weightedPrice(price, uptime);
}

/** A provider that fails half its requests must be four times cheaper to come first. */
function weightedPrice(price: number, uptimePercent = 100): number {
  const share = Math.max(uptimePercent, 1) / 100;
  return price / (share * share);
}

function compare(a: number[], b: number[]): number {
  for (let index = 0; index < a.length; index++) {
    const difference = (a[index] as number) - (b[index] as number);
    if (difference !== 0) return difference;
  }
  return 0;
}
