import { startPasskey as endpoint } from "#lib/contract/account.ts";
import { refuseForeignWrite } from "#server/auth/authenticate.ts";
import { operation } from "#server/http/operation.ts";
import { answer } from "../session/answer.ts";

export const startPasskey = operation(endpoint)(async (gateway, { request }) => {
  refuseForeignWrite(request);
  const { options, cookie } = await gateway.accounts.startPasskey(request);
  return answer(endpoint, { options }, cookie);
});
