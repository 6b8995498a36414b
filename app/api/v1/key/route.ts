import { handle } from "#server/http/handle.ts";
import { getCurrentKey } from "#server/operations/keys/get-current-key.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(getCurrentKey);
