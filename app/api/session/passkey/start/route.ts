import { handle } from "#server/http/handle.ts";
import { startPasskey } from "#server/operations/account/start-passkey.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(startPasskey);
