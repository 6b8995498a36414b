import { handle } from "#server/http/handle.ts";
import { getSession } from "#server/operations/session/get-session.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(getSession);
