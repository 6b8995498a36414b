import { handle } from "#server/http/handle.ts";
import { getAccount } from "#server/operations/account/get-account.ts";
import { updateAccount } from "#server/operations/account/update-account.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(getAccount, updateAccount);
