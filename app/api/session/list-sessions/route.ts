import { handle } from "#server/http/handle.ts";
import { listSessions } from "#server/operations/session/list-sessions.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(listSessions);
