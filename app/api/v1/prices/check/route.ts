import { handle } from "#server/http/handle.ts";
import { getPriceCheck } from "#server/operations/prices/get-price-check.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(getPriceCheck);
