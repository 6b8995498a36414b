import type { ModelEndpoint, Price } from "#server/catalogue/model.ts";
import { isFullyPriced } from "#server/catalogue/unpriced-parts.ts";
import { costOf } from "#server/ledger/prices/cost.ts";
import type { Provider } from "#server/providers/provider.ts";
import type { UsageUnit } from "#server/providers/usage/usage.ts";
import type { PlanParts, PlanRequest } from "./plan-request.ts";

/** Returns whether some unit that a request uses at a model endpoint has no price. */
export function isUnpriced(
  { catalogue }: PlanParts,
  request: PlanRequest,
  endpoint: ModelEndpoint,
  provider: Provider | undefined,
  prices: readonly Price[],
): boolean {
  const output = catalogue.find(endpoint.model)?.outputModalities ?? [];
  if (!isFullyPriced(output, endpoint, prices, request.charges?.(endpoint))) return true;
  return unpricedInTier(request, provider, prices).length > 0;
}

/** Returns the token units of a text request that have no price in the requested service tier. */
export function unpricedInTier(
  { serviceTier }: PlanRequest,
  provider: Provider | undefined,
  prices: readonly Price[],
): UsageUnit[] {
  if (!serviceTier) return [];
  const terms = { serviceTier, soldTiers: provider?.soldTiers ?? [] };
  return costOf({ input_tokens: 1, output_tokens: 1 }, prices, terms).unpriced;
}
