import { handle } from "#server/http/handle.ts";
import { changePassword } from "#server/operations/account/change-password.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(changePassword);
