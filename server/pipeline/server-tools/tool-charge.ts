import { searchEndpointId } from "#server/catalogue/search-prices.ts";
import { costOf, sumOfCosts } from "#server/ledger/prices/cost.ts";
import type { OtherModel } from "#server/ledger/prices/other-models.ts";
import { worstCostOf } from "#server/ledger/prices/worst-cost.ts";
import { addUsage } from "#server/providers/usage/add-usage.ts";
import type { PaidPart } from "../budget/paid-part.ts";
import type { StepCharge } from "../budget/step-charges.ts";
import type { PipelineGateway } from "../pipeline-gateway.ts";

/** The cost of one run of a tool and who pays, which the ledger row lists in addition to the model's cost. */
export type ToolCharge = PaidPart & { other: OtherModel; unpriced?: readonly string[] };

/** Receives the cost of a tool as soon as it is incurred, whatever happens to the result. */
export type ToolPayment = (charge: ToolCharge) => Promise<void>;

type Prices = Pick<PipelineGateway, "catalogue" | "now">;

/** Returns the cost of one query to a search engine. */
export function searchCharge({ catalogue, now }: Prices, engine: string): ToolCharge {
  const modelEndpoint = searchEndpointId(engine);
  const usage = { web_searches: 1 };
  const cost = costOf({ ...usage, requests: 0 }, catalogue.pricesOf(modelEndpoint, now()));
  const priceIds = cost.lines.map(({ priceId }) => priceId);
  const other = { model: "web_search", modelEndpoint, usage, priceIds, unpriced: cost.unpriced };
  return { cost, credentialId: null, other };
}

/** Returns the most that one query to a search engine costs, in nano-USD. */
export function worstSearchCost({ catalogue, now }: Prices, engine: string): number {
  return worstCostOf({ web_searches: 1, requests: 0 }, catalogue.pricesOf(searchEndpointId(engine), now()), {});
}

/** Adds the cost of a tool to the step that called it. */
export function addToolCharge(stepCharge: StepCharge, toolCharge: ToolCharge): void {
  const { cost, credentialId, other, unpriced = cost.unpriced } = toolCharge;
  const { charge, counted, step, parts } = stepCharge;
  charge.others.push({ ...other, isByok: credentialId !== null });
  parts.push({ cost, credentialId });
  charge.cost = sumOfCosts([charge.cost, cost]);
  charge.unpriced = [...new Set([...charge.unpriced, ...unpriced])];
  stepCharge.counted = { ...counted, usage: addUsage({ requests: 1, ...counted.usage }, other.usage) };
  step.usage = stepCharge.counted.usage;
  step.costNanoUsd = charge.cost.nanoUsd;
}
