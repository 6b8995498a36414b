import { startPasskeySignIn as endpoint } from "#lib/contract/entry.ts";
import { rejectForeignWrite } from "#server/auth/authenticate.ts";
import { operation } from "#server/http/operation.ts";
import { sessionResponse } from "./session-response.ts";

export const startPasskeySignIn = operation(endpoint)(async (gateway, { request, address }) => {
  rejectForeignWrite(request);
  const { options, cookie } = await gateway.accounts.startPasskeySignIn(request, address);
  return sessionResponse(endpoint, { options }, cookie);
});
