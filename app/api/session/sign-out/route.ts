import { handle } from "#server/http/handle.ts";
import { signOut } from "#server/operations/session/sign-out.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(signOut);
