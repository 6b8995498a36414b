import type { z } from "zod";
import type { WhatIfResult } from "#lib/contract/what-if.ts";
import type { Decision } from "#server/data/generation-decisions.ts";
import { costOf } from "#server/ledger/prices/cost.ts";
import { type AttemptLine, isAttemptOf } from "#server/pipeline/attempts/attempt-line.ts";
import { orderOfCandidates } from "#server/pipeline/planning/record/candidate-order.ts";
import { decidedOrder, recordedOrder } from "#server/pipeline/planning/record/decided-order.ts";
import {
  nameOfCandidate,
  type RecordedCandidate,
  type RecordedList,
  type RoutingRecord,
} from "#server/pipeline/planning/record/routing-record.ts";
import { providers } from "#server/providers/registry.ts";
import type { Usage } from "#server/providers/usage/usage.ts";
import { providerOfEndpoint } from "../routing/names.ts";
import type { Policy } from "./policy.ts";

type Result = Omit<z.output<typeof WhatIfResult>, "from" | "to" | "is_complete">;

const MOST_EXAMPLES = 50;
const NANO_PER_USD = 1e9;

/** Compares past decisions with those under another policy. */
export function createComparison(policy: Policy): { add(decision: Decision): void; result(): Result } {
  const counts = { requests: 0, reproduced: 0, changed: 0, unserved: 0, unpriced: 0 };
  const cost = { before: 0, after: 0 };
  const latency = { before: 0, after: 0, known: 0 };
  const failures = { before: 0, after: 0 };
  const byProvider = new Map<string, { before: number; after: number }>();
  const examples: Result["examples"] = [];

  function count(candidate: RecordedCandidate | undefined, when: "before" | "after"): void {
    if (!candidate) return;
    const name = providerOfEndpoint(candidate.endpoint);
    const known = byProvider.get(name) ?? { before: 0, after: 0 };
    known[when] += 1;
    byProvider.set(name, known);
  }

  function addCost(decision: Decision, before: RecordedCandidate, after: RecordedCandidate): void {
    const afterNanoUsd = costUnder(policy, decision, before, after);
    if (afterNanoUsd === undefined) counts.unpriced += 1;
    else {
      cost.before += decision.costNanoUsd;
      cost.after += afterNanoUsd;
    }
  }

  return {
    add(decision) {
      const record = decision.routing as RoutingRecord;
      const before = firstTried(decidedOrder(record));
      if (!before) return;
      const after = firstTried(decidedOrder(record, policy.orderOf));
      counts.requests += 1;
      if (isReproduced(record, decision.attempts as AttemptLine[], before)) counts.reproduced += 1;
      count(before, "before");
      count(after, "after");
      failures.before += failureOf(before);
      failures.after += after ? failureOf(after) : 1;
      if (!after) counts.unserved += 1;
      else addCost(decision, before, after);
      if (after && before.latency !== undefined && after.latency !== undefined) {
        latency.before += before.latency;
        latency.after += after.latency;
        latency.known += 1;
      }
      if (after && nameOfCandidate(after) === nameOfCandidate(before)) return;
      if (after) counts.changed += 1;
      if (examples.length < MOST_EXAMPLES)
        examples.push({ id: decision.id, before: before.endpoint, after: after?.endpoint ?? null });
    },
    result() {
      const { requests } = counts;
      const mean = (sum: number, of: number) => (of === 0 ? null : sum / of);
      return {
        ...counts,
        cost_usd: { before: cost.before / NANO_PER_USD, after: cost.after / NANO_PER_USD },
        latency_ms: { before: mean(latency.before, latency.known), after: mean(latency.after, latency.known) },
        failure_rate: { before: mean(failures.before, requests), after: mean(failures.after, requests) },
        providers: [...byProvider]
          .map(([provider_name, both]) => ({ provider_name, ...both }))
          .sort((a, b) => b.before - a.before || b.after - a.after),
        examples,
      };
    },
  };
}

/** Candidates with an open circuit are skipped, unless all are. */
function firstTried(order: readonly RecordedCandidate[]): RecordedCandidate | undefined {
  return order.find(({ pausedMs }) => pausedMs === undefined) ?? order[0];
}

/** Returns whether the planner's own rule gives the recorded order, and the first attempt follows it. */
function isReproduced(record: RoutingRecord, attempts: readonly AttemptLine[], first: RecordedCandidate): boolean {
  const replayed = ({ candidates, sort }: RecordedList) => orderOfCandidates(candidates, sort);
  const isSame = record.lists.every((list) => sameOrder(replayed(list), recordedOrder(list)));
  // The second of a hedged request may have ended first.
  const attempt = attempts.find(({ hedge }) => hedge !== "second");
  return isSame && (!attempt || isAttemptOf(attempt, first));
}

function sameOrder(one: readonly number[], other: readonly number[]): boolean {
  return one.length === other.length && one.every((index, position) => index === other[position]);
}

function failureOf({ uptime = 100 }: RecordedCandidate): number {
  return 1 - uptime / 100;
}

/**
 * Returns what a request would have cost with its usage; undefined if some of it has no price. A request that would use
 * the same provider and prices keeps its cost.
 */
function costUnder(
  policy: Policy,
  { createdAt, costNanoUsd, modelEndpoint, usage, serviceTier }: Decision,
  before: RecordedCandidate,
  after: RecordedCandidate,
): number | undefined {
  const isMoved = nameOfCandidate(after) !== nameOfCandidate(before);
  const endpoint = isMoved ? after.endpoint : (modelEndpoint ?? after.endpoint);
  if (!isMoved && !policy.reprices(endpoint)) return costNanoUsd;
  const prices = policy.pricesAt(endpoint, createdAt.getTime());
  const provider = providers.get(providerOfEndpoint(endpoint).split(":")[0] as string);
  const terms = { serviceTier, soldTiers: provider?.soldTiers ?? [] };
  const { nanoUsd, unpriced } = costOf(usage as Usage, prices, terms);
  return unpriced.length > 0 ? undefined : nanoUsd;
}
