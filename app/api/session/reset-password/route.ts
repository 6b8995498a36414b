import { handle } from "#server/http/handle.ts";
import { resetPassword } from "#server/operations/session/reset-password.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(resetPassword);
