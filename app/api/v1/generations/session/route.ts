import { handle } from "#server/http/handle.ts";
import { getGenerationSession } from "#server/operations/generations/sessions/get-generation-session.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(getGenerationSession);
