import * as contract from "#lib/contract/session.ts";
import { refuseForeignWrite } from "#server/auth/authenticate.ts";
import { operation } from "#server/http/operation.ts";
export const revokeSession = operation(contract.revokeSession)(async (gateway, { request, body }) => {
  refuseForeignWrite(request);
  await gateway.accounts.revoke(request, body.id);
  return { revoked_count: 1 };
});
