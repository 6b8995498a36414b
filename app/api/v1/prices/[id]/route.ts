import { handle } from "#server/http/handle.ts";
import { endPriceOverride } from "#server/operations/prices/end-price-override.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(endPriceOverride);
