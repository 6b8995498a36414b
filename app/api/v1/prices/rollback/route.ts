import { handle } from "#server/http/handle.ts";
import { rollbackPrices } from "#server/operations/prices/rollback-prices.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(rollbackPrices);
