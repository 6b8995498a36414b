import { handle } from "#server/http/handle.ts";
import { deleteSingleSignOn } from "#server/operations/session/delete-single-sign-on.ts";
import { getSingleSignOn } from "#server/operations/session/get-single-sign-on.ts";
import { putSingleSignOn } from "#server/operations/session/put-single-sign-on.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(getSingleSignOn, putSingleSignOn, deleteSingleSignOn);
