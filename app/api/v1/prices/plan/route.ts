import { handle } from "#server/http/handle.ts";
import { planPrices } from "#server/operations/prices/plan-prices.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(planPrices);
