import { handle } from "#server/http/handle.ts";
import { readReset } from "#server/operations/session/read-reset.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(readReset);
