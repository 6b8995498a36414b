import { addPasskey as endpoint } from "#lib/contract/account.ts";
import { rejectForeignWrite } from "#server/auth/authenticate.ts";
import { operation } from "#server/http/operation.ts";
import { passkeyRecord } from "./passkey-record.ts";
import { recordAccountChange } from "./record-account-change.ts";

export const addPasskey = operation(endpoint)(async (gateway, call) => {
  const { request, body } = call;
  rejectForeignWrite(request);
  const added = await gateway.accounts.addPasskey(request, body.name, body.response, (queries, passkey) =>
    recordAccountChange(queries, call, "account.add_passkey", passkeyRecord(passkey)),
  );
  return { data: passkeyRecord(added) };
});
