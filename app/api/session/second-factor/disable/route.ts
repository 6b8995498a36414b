import { handle } from "#server/http/handle.ts";
import { disableSecondFactor } from "#server/operations/account/disable-second-factor.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(disableSecondFactor);
