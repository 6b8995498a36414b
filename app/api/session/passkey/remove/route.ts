import { handle } from "#server/http/handle.ts";
import { removePasskey } from "#server/operations/account/remove-passkey.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(removePasskey);
