import { handle } from "#server/http/handle.ts";
import { enableSecondFactor } from "#server/operations/account/enable-second-factor.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(enableSecondFactor);
