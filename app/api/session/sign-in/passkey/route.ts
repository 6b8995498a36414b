import { handle } from "#server/http/handle.ts";
import { signInPasskey } from "#server/operations/session/sign-in-passkey.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(signInPasskey);
