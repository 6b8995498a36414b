import { handle } from "#server/http/handle.ts";
import { signIn } from "#server/operations/session/sign-in.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(signIn);
