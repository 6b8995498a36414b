import { handle } from "#server/http/handle.ts";
import { signInSecondFactor } from "#server/operations/session/sign-in-second-factor.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(signInSecondFactor);
