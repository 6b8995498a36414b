import type { PoolStrategy } from "#lib/contract/pool-strategies.ts";
import { unavailableUntil } from "./credential-load.ts";
import type { PoolChoice, PoolMember, SkippedCredential } from "./pool-member.ts";
import { headroomOf } from "./quota.ts";
import { rejectedUntil } from "./rejections.ts";
import { drawOf, rendezvousScore } from "./rendezvous.ts";

/** What a pool knows of a request. `session`: calls with the same one prefer the same credential. */
export type PoolCall = {
  endpointId: string;
  session: string | undefined;
  nowMs: number;
  /** Returns a number from 0 to 1. */
  random(): number;
};

export type Pooled = { member?: PoolMember | undefined };
type Standing = {
  index: number;
  choice: PoolChoice;
  rank: number;
  /** Compared in order; the highest goes first. */
  scores: readonly number[];
};

/**
 * Returns the credentials of one provider in the order to try them: those that may be used now by tier and then by the
 * pool's strategy, then the others by when they may be used again. A request with a session stays with its credential
 * as long as that may be used.
 */
export function arrangePool<Access extends Pooled>(
  accesses: readonly Access[],
  call: PoolCall,
): (Access & { choice?: PoolChoice })[] {
  const skipped: SkippedCredential[] = [];
  const standings = accesses.map(({ member }, index) => standingOf(member, index, call, skipped));
  standings.sort(compare);
  return standings.map(({ index, choice }) => ({ ...(accesses[index] as Access), choice }));
}

function standingOf(
  member: PoolMember | undefined,
  index: number,
  call: PoolCall,
  skipped: SkippedCredential[],
): Standing {
  if (!member) {
    const choice: PoolChoice = { by: "ordered", tier: 1, limitedUntilMs: 0, isRejected: false, skipped };
    return { index, choice, rank: 0, scores: [-index] };
  }
  const { id, name, tier, rank, strategy, load } = member;
  const limitedUntilMs = unavailableUntil(load, call.endpointId, call.nowMs);
  const isRejected = limitedUntilMs > 0 && rejectedUntil(load.rejections, call.endpointId, call.nowMs) > 0;
  if (limitedUntilMs > 0) skipped.push({ id, name, untilMs: limitedUntilMs, ...(isRejected && { isRejected }) });
  const by = call.session !== undefined && strategy !== "ordered" ? "session" : strategy;
  return {
    index,
    choice: { by, tier, limitedUntilMs, isRejected, skipped },
    rank,
    scores: scoresOf(member, index, call),
  };
}

/** Returns whether a strategy compares the requests in flight. */
export function usesLoad(strategy: PoolStrategy): boolean {
  return strategy === "least_loaded" || strategy === "most_headroom";
}

function scoresOf(member: PoolMember, index: number, { session, random, endpointId, nowMs }: PoolCall): number[] {
  const { id, weight, strategy, load } = member;
  if (strategy === "ordered") return [-index];
  if (session !== undefined) return [rendezvousScore(drawOf(session, id), weight)];
  const share = rendezvousScore(random(), weight);
  const idleness = -(load.inFlight + load.elsewhere) / weight;
  if (strategy === "weighted") return [share];
  if (strategy === "least_loaded") return [idleness, share];
  return [headroomOf(load.quotas.get(endpointId), nowMs), idleness, share];
}

function compare(one: Standing, other: Standing): number {
  const [a, b] = [one.choice, other.choice];
  const byTime = a.limitedUntilMs - b.limitedUntilMs;
  if (byTime !== 0) return byTime;
  if (one.rank !== other.rank) return one.rank - other.rank;
  if (a.tier !== b.tier) return a.tier - b.tier;
  for (const [place, score] of one.scores.entries()) {
    const difference = (other.scores[place] ?? 0) - score;
    if (difference !== 0) return difference;
  }
  return one.index - other.index;
}
