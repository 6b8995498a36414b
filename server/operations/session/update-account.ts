import { updateAccount as endpoint } from "#lib/contract/account.ts";
import { refuseForeignWrite } from "#server/auth/authenticate.ts";
import { renameUser } from "#server/data/accounts.ts";
import { HttpError } from "#server/errors.ts";
import { gateway } from "#server/gateway.ts";
import { operation } from "#server/http/operation.ts";
import { recordAccountChange } from "./recorded-account.ts";

export const updateAccount = operation(endpoint)(async (call) => {
  const { principal, request, body } = call;
  if (principal.key || !principal.userId) throw new HttpError(401, "Sign in to the console; a key has no account");
  refuseForeignWrite(request);
  const { accounts, database } = gateway();
  const user = await renameUser(database.queries, principal.userId, body.name);
  await accounts.refresh();
  await recordAccountChange(call, "account.rename", { name: user.name });
  return { user };
});
