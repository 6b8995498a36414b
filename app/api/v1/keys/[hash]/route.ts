import { handle } from "#server/http/handle.ts";
import { deleteKey } from "#server/operations/keys/delete-key.ts";
import { getKey } from "#server/operations/keys/get-key.ts";
import { updateKey } from "#server/operations/keys/update-key.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(getKey, updateKey, deleteKey);
