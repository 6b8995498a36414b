import { handle } from "#server/http/handle.ts";
import { startSingleSignOn } from "#server/operations/session/start-single-sign-on.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(startSingleSignOn);
