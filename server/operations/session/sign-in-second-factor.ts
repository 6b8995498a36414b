import { signInSecondFactor as endpoint } from "#lib/contract/entry.ts";
import { readStepCookie } from "#server/auth/accounts/accounts-cookie.ts";
import { rejectForeignWrite } from "#server/auth/authenticate.ts";
import { operation } from "#server/http/operation.ts";
import { sessionResponse } from "./session-response.ts";

export const signInSecondFactor = operation(endpoint)(async ({ accounts, rates }, { request, address, body }) => {
  rejectForeignWrite(request);
  const proof = { code: body.code ?? body.recovery_code ?? "", isRecovery: body.recovery_code !== undefined };
  const { user, cookie } = await rates.guess(address, readStepCookie(request, "two_factor"), () =>
    accounts.signInSecondFactor(request, address, proof),
  );
  return sessionResponse(endpoint, { user }, cookie);
});
