import { signInPasskey as endpoint } from "#lib/contract/entry.ts";
import { refuseForeignWrite } from "#server/auth/authenticate.ts";
import { gateway } from "#server/gateway.ts";
import { operation } from "#server/http/operation.ts";
import { answer } from "./answer.ts";

export const signInPasskey = operation(endpoint)(async ({ request, address, body }) => {
  refuseForeignWrite(request);
  const { accounts, rates } = gateway();
  await rates.takeSignIn(address);
  const { user, cookie } = await accounts.signInPasskey(request, address, body.response);
  return answer(endpoint, { user }, cookie);
});
