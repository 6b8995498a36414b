import { handle } from "#server/http/handle.ts";
import { verifySecondFactor } from "#server/operations/account/verify-second-factor.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(verifySecondFactor);
