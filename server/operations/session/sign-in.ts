import * as contract from "#lib/contract/session.ts";
import { rejectForeignWrite } from "#server/auth/authenticate.ts";
import { operation } from "#server/http/operation.ts";
import { sessionResponse } from "./session-response.ts";

export const signIn = operation(contract.signIn)(async ({ accounts, rates }, { request, address, body }) => {
  // Another site must not sign its visitor in to an account of its choice.
  rejectForeignWrite(request);
  const { user, cookie } = await rates.guess(address, body.email, () => accounts.signIn(request, address, body));
  return sessionResponse(contract.signIn, { user: user ?? null, second_factor: user === undefined }, cookie);
});
