import { handle } from "#server/http/handle.ts";
import { createKey } from "#server/operations/keys/create-key.ts";
import { listKeys } from "#server/operations/keys/list-keys.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(listKeys, createKey);
