import * as contract from "#lib/contract/session.ts";
import { rejectForeignWrite } from "#server/auth/authenticate.ts";
import { operation } from "#server/http/operation.ts";
import { sessionResponse } from "./session-response.ts";

export const signOut = operation(contract.signOut)(async (gateway, { request }) => {
  rejectForeignWrite(request);
  const cookie = await gateway.accounts.signOut(request);
  return sessionResponse(contract.signOut, { signed_out: true }, cookie);
});
