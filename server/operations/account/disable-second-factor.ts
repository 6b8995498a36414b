import { disableSecondFactor as endpoint } from "#lib/contract/account.ts";
import { rejectForeignWrite } from "#server/auth/authenticate.ts";
import { operation } from "#server/http/operation.ts";
import { sessionResponse } from "../session/session-response.ts";
import { recordAccountChange } from "./record-account-change.ts";
import { requireOtherFactor } from "./require-other-factor.ts";

export const disableSecondFactor = operation(endpoint)(async (gateway, call) => {
  const { principal, request, address, body } = call;
  rejectForeignWrite(request);
  const { accounts, rates } = gateway;
  await rates.takeStep("account", principal.userId ?? address);
  await requireOtherFactor(gateway, principal, { app: true });
  const cookie = await accounts.disableSecondFactor(request, body.password, (queries) =>
    recordAccountChange(queries, call, "account.disable_second_factor"),
  );
  return sessionResponse(endpoint, { has_second_factor: false }, cookie);
});
