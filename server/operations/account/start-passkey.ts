import { startPasskey as endpoint } from "#lib/contract/account.ts";
import { rejectForeignWrite } from "#server/auth/authenticate.ts";
import { operation } from "#server/http/operation.ts";
import { sessionResponse } from "../session/session-response.ts";

export const startPasskey = operation(endpoint)(async (gateway, { request }) => {
  rejectForeignWrite(request);
  const { options, cookie } = await gateway.accounts.startPasskey(request);
  return sessionResponse(endpoint, { options }, cookie);
});
