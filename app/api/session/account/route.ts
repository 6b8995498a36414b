import { handle } from "#server/http/handle.ts";
import { getAccount } from "#server/operations/session/get-account.ts";
import { updateAccount } from "#server/operations/session/update-account.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(getAccount, updateAccount);
