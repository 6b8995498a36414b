import { handle } from "#server/http/handle.ts";
import { startSingleSignOn } from "#server/operations/single-sign-on/start-single-sign-on.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(startSingleSignOn);
