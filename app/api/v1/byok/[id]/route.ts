import { handle } from "#server/http/handle.ts";
import { deleteCredential } from "#server/operations/byok/delete-credential.ts";
import { getCredential } from "#server/operations/byok/get-credential.ts";
import { updateCredential } from "#server/operations/byok/update-credential.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(getCredential, updateCredential, deleteCredential);
