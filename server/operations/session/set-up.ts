import * as contract from "#lib/contract/session.ts";
import { refuseForeignWrite } from "#server/auth/authenticate.ts";
import { gateway } from "#server/gateway.ts";
import { operation } from "#server/http/operation.ts";
import { answer } from "./answer.ts";

export const setUp = operation(contract.setUp)(async ({ request, address, body }) => {
  refuseForeignWrite(request);
  const { accounts, rates } = gateway();
  await rates.takeSignIn(address);
  const { user, cookie } = await accounts.setUp(request, address, body);
  return answer(contract.setUp, { user }, cookie);
});
