import { handle } from "#server/http/handle.ts";
import { enableSecondFactor } from "#server/operations/session/enable-second-factor.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(enableSecondFactor);
