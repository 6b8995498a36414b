import { handle } from "#server/http/handle.ts";
import { listSessions } from "#server/operations/account/list-sessions.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(listSessions);
