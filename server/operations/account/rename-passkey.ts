import { renamePasskey as endpoint } from "#lib/contract/account.ts";
import { rejectForeignWrite } from "#server/auth/authenticate.ts";
import { operation } from "#server/http/operation.ts";
import { recordAccountChange } from "./record-account-change.ts";

export const renamePasskey = operation(endpoint)(async (gateway, call) => {
  const { request, body } = call;
  rejectForeignWrite(request);
  const data = { id: body.id, name: body.name };
  await gateway.accounts.renamePasskey(request, body.id, body.name, (queries) =>
    recordAccountChange(queries, call, "account.rename_passkey", data),
  );
  return { data };
});
