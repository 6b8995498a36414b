import type { HealthReading } from "#server/catalogue/health.ts";
import type { Model, ModelEndpoint } from "#server/catalogue/model.ts";
import type { Gateway } from "#server/gateway.ts";
import type { CanAccess } from "#server/pipeline/planning/accessible-endpoints.ts";
import { type Pricing, pricingOf } from "./pricing.ts";

/** A model with what its endpoints make of it here and now. */
export type ListedModel = {
  model: Model;
  endpoints: readonly ModelEndpoint[];
  /** The endpoint that stands for the model: reachable before not, then the cheapest. */
  top: ModelEndpoint | undefined;
  pricing: Pricing;
  available: boolean;
  health: readonly HealthReading[];
};

type Parts = Pick<Gateway, "catalogue" | "health" | "now">;

/** `reaches`: which endpoints the caller can use. `name` may carry a variant, whose endpoints then stand for the model. */
export function listedModel(
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
    endpoints,
    top: top?.endpoint,
    pricing: top?.pricing ?? pricingOf(model.outputModalities, [], nowMs),
    available: top?.available ?? false,
    health: endpoints.map(({ id }) => health.read(id, nowMs)),
  };
}

/** USD per token of a price field; infinite where no source states it. */
export function priceOf(usd: string): number {
  const price = Number(usd);
  return price < 0 ? Number.POSITIVE_INFINITY : price;
}

function sumOf({ prompt, completion }: Pricing): number {
  return priceOf(prompt) + priceOf(completion);
}
