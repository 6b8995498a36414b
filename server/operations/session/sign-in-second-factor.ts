import { signInSecondFactor as endpoint } from "#lib/contract/entry.ts";
import { refuseForeignWrite } from "#server/auth/authenticate.ts";
import { gateway } from "#server/gateway.ts";
import { operation } from "#server/http/operation.ts";
import { answer } from "./answer.ts";

export const signInSecondFactor = operation(endpoint)(async ({ request, address, body }) => {
  refuseForeignWrite(request);
  const { accounts, rates } = gateway();
  await rates.takeSignIn(address);
  const given = { code: body.code ?? body.recovery_code ?? "", isRecovery: body.recovery_code !== undefined };
  const { user, cookie } = await accounts.signInSecondFactor(request, address, given);
  return answer(endpoint, { user }, cookie);
});
