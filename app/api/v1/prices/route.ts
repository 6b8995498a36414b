import { handle } from "#server/http/handle.ts";
import { createPriceOverride } from "#server/operations/prices/create-price-override.ts";
import { listPrices } from "#server/operations/prices/list-prices.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(listPrices, createPriceOverride);
