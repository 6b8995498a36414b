import { changePassword as endpoint } from "#lib/contract/account.ts";
import { rejectForeignWrite } from "#server/auth/authenticate.ts";
import { operation } from "#server/http/operation.ts";
import { sessionResponse } from "../session/session-response.ts";
import { recordAccountChange } from "./record-account-change.ts";

export const changePassword = operation(endpoint)(async ({ accounts, rates }, call) => {
  const { principal, request, body, address } = call;
  rejectForeignWrite(request);
  await rates.takeStep("account", principal.userId ?? address);
  const cookie = await accounts.changePassword(request, body.current_password, body.new_password, (queries) =>
    recordAccountChange(queries, call, "account.change_password"),
  );
  return sessionResponse(endpoint, { changed: true }, cookie);
});
