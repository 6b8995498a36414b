import { handle } from "#server/http/handle.ts";
import { listPriceRefreshes } from "#server/operations/prices/list-price-refreshes.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(listPriceRefreshes);
