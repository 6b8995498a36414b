import { handle } from "#server/http/handle.ts";
import { getSystem } from "#server/operations/system/get-system.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(getSystem);
