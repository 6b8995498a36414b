import { handle } from "#server/http/handle.ts";
import { listGenerationSessions } from "#server/operations/generations/sessions/list-generation-sessions.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(listGenerationSessions);
