import { readReset as endpoint } from "#lib/contract/entry.ts";
import { refuseForeignWrite } from "#server/auth/authenticate.ts";
import { operation } from "#server/http/operation.ts";
export const readReset = operation(endpoint)(async (gateway, { request, body }) => {
  refuseForeignWrite(request);
  const { name, email, clearsSecondFactor } = await gateway.accounts.passwordReset(body.token);
  return { name, email, removes_second_factor: clearsSecondFactor };
});
