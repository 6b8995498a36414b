import { handle } from "#server/http/handle.ts";
import { applyPrices } from "#server/operations/prices/apply-prices.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(applyPrices);
