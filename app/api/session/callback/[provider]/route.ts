import { handle } from "#server/http/handle.ts";
import { finishSingleSignOn } from "#server/operations/session/finish-single-sign-on.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(finishSingleSignOn);
