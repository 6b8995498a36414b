import { handle } from "#server/http/handle.ts";
import { revokeSession } from "#server/operations/account/revoke-session.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(revokeSession);
