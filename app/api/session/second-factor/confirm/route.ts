import { handle } from "#server/http/handle.ts";
import { confirmSecondFactor } from "#server/operations/session/confirm-second-factor.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(confirmSecondFactor);
