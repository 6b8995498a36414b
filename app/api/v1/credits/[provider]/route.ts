import { handle } from "#server/http/handle.ts";
import { chargeCredits } from "#server/operations/credits/charge-credits.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(chargeCredits);
