import { updateAccount as endpoint } from "#lib/contract/account.ts";
import { rejectForeignWrite } from "#server/auth/authenticate.ts";
import { renameUser } from "#server/data/accounts.ts";
import { HttpError } from "#server/errors.ts";
import { operation } from "#server/http/operation.ts";
import { recordAccountChange } from "./record-account-change.ts";

export const updateAccount = operation(endpoint)(async ({ accounts, database }, call) => {
  const { principal, request, body } = call;
  if (principal.key || !principal.userId) throw new HttpError(401, "Sign in to the console; an API key has no account");
  rejectForeignWrite(request);
  const { userId } = principal;
  const user = await database.queries.transaction(async (queries) => {
    const renamed = await renameUser(queries, userId, body.name);
    await recordAccountChange(queries, call, "account.rename", { name: renamed.name });
    return renamed;
  });
  await accounts.refresh();
  return { user };
});
