import { handle } from "#server/http/handle.ts";
import { revokeOtherSessions } from "#server/operations/account/revoke-other-sessions.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(revokeOtherSessions);
