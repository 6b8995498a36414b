import { handle } from "#server/http/handle.ts";
import { finishSingleSignOn } from "#server/operations/single-sign-on/finish-single-sign-on.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(finishSingleSignOn);
