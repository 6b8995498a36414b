import { handle } from "#server/http/handle.ts";
import { addPasskey } from "#server/operations/account/add-passkey.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(addPasskey);
