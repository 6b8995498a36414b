import { handle } from "#server/http/handle.ts";
import { setUp } from "#server/operations/session/set-up.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(setUp);
