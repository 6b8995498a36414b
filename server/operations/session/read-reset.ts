import { readReset as endpoint } from "#lib/contract/entry.ts";
import { rejectForeignWrite } from "#server/auth/authenticate.ts";
import { operation } from "#server/http/operation.ts";
export const readReset = operation(endpoint)(async (gateway, { request, body }) => {
  rejectForeignWrite(request);
  const { name, email, clearsSecondFactor } = await gateway.accounts.passwordReset(body.token);
  return { name, email, removes_second_factor: clearsSecondFactor };
});
