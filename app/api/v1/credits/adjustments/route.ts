import { handle } from "#server/http/handle.ts";
import { adjustCredits } from "#server/operations/credits/adjust-credits.ts";
import { listCreditAdjustments } from "#server/operations/credits/list-credit-adjustments.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(listCreditAdjustments, adjustCredits);
