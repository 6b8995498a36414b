import { handle } from "#server/http/handle.ts";
import { renamePasskey } from "#server/operations/session/rename-passkey.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(renamePasskey);
