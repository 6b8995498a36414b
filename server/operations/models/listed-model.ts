import type { HealthReading } from "#server/catalogue/health.ts";
import type { Model, ModelEndpoint } from "#server/catalogue/model.ts";
import { type Successor, successorOf } from "#server/catalogue/retirements/successor-of.ts";
import type { Gateway } from "#server/gateway.ts";
import type { CanAccess } from "#server/pipeline/planning/accessible-endpoints.ts";
import { type Pricing, pricingOf } from "./pricing.ts";

/** A model with what its accessible endpoints currently offer. */
export type ListedModel = {
  model: Model;
  /** What its creator recommends instead of a model that it retires. */
  successor: Successor;
  endpoints: readonly ModelEndpoint[];
  /** The endpoint that represents the model: accessible ones first, then the cheapest. */
  top: ModelEndpoint | undefined;
  pricing: Pricing;
  available: boolean;
  health: readonly HealthReading[];
};

type Parts = Pick<Gateway, "catalogue" | "health" | "now">;

/**
 * Returns a model for the list. `reaches`: the endpoints the caller can use. If `name` has a variant, its endpoints
 * represent the model.
 */
export function toListedModel(
  { catalogue, health, now }: Parts,
  reaches: CanAccess,
  model: Model,
  name = model.id,
): ListedModel {
  const nowMs = now();
  const endpoints = catalogue.endpointsOf(name);
  const priced = endpoints.map((endpoint) => ({
    endpoint,
    available: reaches(endpoint),
    pricing: pricingOf(model.outputModalities, catalogue.priceRowsOf(endpoint.id, nowMs), nowMs),
  }));
  const [top] = priced.sort((a, b) => Number(b.available) - Number(a.available) || sumOf(a.pricing) - sumOf(b.pricing));
  return {
    model,
    successor: model.retirement ? successorOf(catalogue, model.id, model.retirement) : {},
    endpoints,
    top: top?.endpoint,
    pricing: top?.pricing ?? pricingOf(model.outputModalities, [], nowMs),
    available: top?.available ?? false,
    health: endpoints.map(({ id }) => health.read(id, nowMs)),
  };
}

/** Returns USD per token from a price field; infinite if no source states it. */
export function priceOf(usd: string): number {
  const price = Number(usd);
  return price < 0 ? Number.POSITIVE_INFINITY : price;
}

function sumOf({ prompt, completion }: Pricing): number {
  return priceOf(prompt) + priceOf(completion);
}
