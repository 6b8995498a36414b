import { renewRecoveryCodes as endpoint } from "#lib/contract/account.ts";
import { rejectForeignWrite } from "#server/auth/authenticate.ts";
import { operation } from "#server/http/operation.ts";
import { recordAccountChange } from "./record-account-change.ts";

export const renewRecoveryCodes = operation(endpoint)(async ({ accounts, rates }, call) => {
  const { principal, request, address, body } = call;
  rejectForeignWrite(request);
  await rates.takeStep("account", principal.userId ?? address);
  const codes = await accounts.renewRecoveryCodes(request, body.password, (queries) =>
    recordAccountChange(queries, call, "account.renew_recovery_codes"),
  );
  return { recovery_codes: codes };
});
