import * as contract from "#lib/contract/session.ts";
import { rejectForeignWrite } from "#server/auth/authenticate.ts";
import { operation } from "#server/http/operation.ts";
export const revokeSession = operation(contract.revokeSession)(async (gateway, { request, body }) => {
  rejectForeignWrite(request);
  await gateway.accounts.revoke(request, body.id);
  return { revoked_count: 1 };
});
