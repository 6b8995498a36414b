import { signInPasskey as endpoint } from "#lib/contract/entry.ts";
import { rejectForeignWrite } from "#server/auth/authenticate.ts";
import { operation } from "#server/http/operation.ts";
import { sessionResponse } from "./session-response.ts";

export const signInPasskey = operation(endpoint)(async ({ accounts, rates }, { request, address, body }) => {
  rejectForeignWrite(request);
  const passkey = String(body.response.id);
  const { user, cookie } = await rates.guess(address, passkey, () =>
    accounts.signInPasskey(request, address, body.response),
  );
  return sessionResponse(endpoint, { user }, cookie);
});
