import { handle } from "#server/http/handle.ts";
import { getLiveness } from "#server/operations/system/get-liveness.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(getLiveness);
