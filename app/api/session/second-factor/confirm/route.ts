import { handle } from "#server/http/handle.ts";
import { confirmSecondFactor } from "#server/operations/account/confirm-second-factor.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(confirmSecondFactor);
