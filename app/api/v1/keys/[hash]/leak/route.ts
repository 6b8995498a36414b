import { handle } from "#server/http/handle.ts";
import { getKeyLeak } from "#server/operations/keys/get-key-leak.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(getKeyLeak);
