import { handle } from "#server/http/handle.ts";
import { deleteSingleSignOn } from "#server/operations/single-sign-on/delete-single-sign-on.ts";
import { getSingleSignOn } from "#server/operations/single-sign-on/get-single-sign-on.ts";
import { putSingleSignOn } from "#server/operations/single-sign-on/put-single-sign-on.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(getSingleSignOn, putSingleSignOn, deleteSingleSignOn);
