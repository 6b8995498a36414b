import { removePasskey as endpoint } from "#lib/contract/account.ts";
import { rejectForeignWrite } from "#server/auth/authenticate.ts";
import { operation } from "#server/http/operation.ts";
import { recordAccountChange } from "./record-account-change.ts";
import { requireOtherFactor } from "./require-other-factor.ts";

export const removePasskey = operation(endpoint)(async (gateway, call) => {
  const { request, body } = call;
  rejectForeignWrite(request);
  await requireOtherFactor(gateway, call.principal, { passkeyId: body.id });
  await gateway.accounts.removePasskey(request, body.id, (queries) =>
    recordAccountChange(queries, call, "account.remove_passkey", { id: body.id }),
  );
  return { removed: true as const };
});
