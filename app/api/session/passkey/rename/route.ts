import { handle } from "#server/http/handle.ts";
import { renamePasskey } from "#server/operations/account/rename-passkey.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(renamePasskey);
