import type { z } from "zod";
import type { WhatIf } from "#lib/contract/what-if.ts";
import type { Catalogue } from "#server/catalogue/catalogue.ts";
import type { Price } from "#server/catalogue/model.ts";
import { type OrderFacts, orderOfCandidates } from "#server/pipeline/planning/record/candidate-order.ts";
import type { OrderOf } from "#server/pipeline/planning/record/decided-order.ts";
import type { RecordedCandidate } from "#server/pipeline/planning/record/routing-record.ts";
import { typicalPrice } from "#server/pipeline/planning/sorting-price.ts";
import type { UsageUnit } from "#server/providers/usage/usage.ts";
import { providerOfEndpoint } from "../routing/names.ts";

export type Change = z.output<typeof WhatIf>;

/** A policy under which to repeat routing decisions. */
export type Policy = {
  /** Sorts the candidates of one list and drops those that the policy forbids. */
  orderOf: OrderOf;
  /** Returns the prices of a model endpoint at a time (Unix ms). */
  pricesAt(endpoint: string, atMs: number): readonly Price[];
  /** Returns whether it has a different price for the endpoint. */
  reprices(endpoint: string): boolean;
};

/**
 * Returns the policy for a change; without changes, it decides as the planner did. `isInRegions`: whether a candidate is
 * in the allowed data regions.
 */
export function policyOf(
  catalogue: Catalogue,
  change: Change,
  isInRegions: (candidate: RecordedCandidate) => boolean,
  nowMs: number,
): Policy {
  const forbids = forbidding(catalogue, change, isInRegions);
  const overrides = Map.groupBy(change.prices, ({ endpoint_id: id }) => id);
  const pricesAt = (endpoint: string, atMs: number) => {
    const prices = catalogue.pricesOf(endpoint, atMs);
    const changed = overrides.get(endpoint);
    if (!changed) return prices;
    const isChanged = (price: Price) => changed.some(({ unit }) => unit === price.unit);
    return [...prices.filter((price) => !isChanged(price)), ...changed.map((one) => priceOf(endpoint, one))];
  };
  const factsOf = (candidate: RecordedCandidate): OrderFacts => {
    if (!overrides.has(candidate.endpoint)) return candidate;
    const price = typicalPrice(pricesAt(candidate.endpoint, nowMs));
    return { ...candidate, ...(price !== Number.MAX_SAFE_INTEGER && { price }) };
  };
  return {
    orderOf({ candidates, sort }) {
      const left = [...candidates.keys()].filter((index) => !forbids(candidates[index] as RecordedCandidate));
      const facts = left.map((index) => factsOf(candidates[index] as RecordedCandidate));
      return orderOfCandidates(facts, change.sort ?? sort).map((index) => left[index] as number);
    },
    pricesAt,
    reprices: (endpoint) => overrides.has(endpoint),
  };
}

function forbidding(
  catalogue: Catalogue,
  change: Change,
  isInRegions: (candidate: RecordedCandidate) => boolean,
): (candidate: RecordedCandidate) => boolean {
  const { outages, allowed_providers: allowed, ignored_providers: ignored, enforce_zdr: enforcesZdr } = change;
  return (candidate) => {
    const { endpoint } = candidate;
    const provider = providerOfEndpoint(endpoint).split(":")[0] as string;
    if (outages.includes(provider) || outages.includes(endpoint) || ignored.includes(provider)) return true;
    if (allowed.length > 0 && !allowed.includes(provider)) return true;
    if (enforcesZdr && catalogue.endpoint(endpoint)?.zeroDataRetention !== true) return true;
    return !isInRegions(candidate);
  };
}

function priceOf(endpoint: string, { unit, usd_per_million: usd }: Change["prices"][number]): Price {
  return {
    id: `what-if ${endpoint} ${unit}`,
    modelEndpoint: endpoint,
    unit: unit as UsageUnit,
    nanoUsdPerMillion: Math.round(usd * 1e9),
    minPromptTokens: 0,
    serviceTier: null,
    source: "what-if",
    sourceRevision: "",
    asOf: "",
    disputed: false,
  };
}
