import { handle } from "#server/http/handle.ts";
import { getReadiness } from "#server/operations/system/get-readiness.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(getReadiness);
