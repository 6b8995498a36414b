import { confirmSecondFactor as endpoint } from "#lib/contract/account.ts";
import { rejectForeignWrite } from "#server/auth/authenticate.ts";
import { operation } from "#server/http/operation.ts";
import { sessionResponse } from "../session/session-response.ts";
import { recordAccountChange } from "./record-account-change.ts";

export const confirmSecondFactor = operation(endpoint)(async ({ accounts, rates }, call) => {
  const { principal, request, address, body } = call;
  rejectForeignWrite(request);
  await rates.takeStep("account", principal.userId ?? address);
  const cookie = await accounts.confirmSecondFactor(request, body.code, (queries) =>
    recordAccountChange(queries, call, "account.enable_second_factor"),
  );
  return sessionResponse(endpoint, { has_second_factor: true }, cookie);
});
