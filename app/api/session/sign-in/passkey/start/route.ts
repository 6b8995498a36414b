import { handle } from "#server/http/handle.ts";
import { startPasskeySignIn } from "#server/operations/session/start-passkey-sign-in.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(startPasskeySignIn);
